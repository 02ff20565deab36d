(() => {
  'use strict';
  const trimmed = (value) => String(+value.toFixed(3));
  const thousands = (value) => {
    const size = Math.abs(value);
    if (size >= 1e6) return trimmed(value / 1e6) + 'M';
    return size >= 1e3 ? trimmed(value / 1e3) + 'k' : trimmed(value);
  };
  const stepped = (value, units, base) => {
    let at = 0;
    while (at + 1 < units.length && Math.abs(value) >= base) { value /= base; at += 1; }
    return trimmed(value) + units[at];
  };
  const label = (unit, value) => {
    switch (unit) {
      case 'bandwidth': return thousands(value / 1e6);
      case 'time': return stepped(value, [' ns', ' µs', ' ms', ' s'], 1000);
      case 'size': return stepped(value, ['', 'k', 'm', 'g'], 1024);
      case 'share': return trimmed(value * 100) + ' %';
      case 'ratio': return trimmed(value) + '×';
      case 'one-in': return 'p' + String(+(100 - 100 / value).toFixed(6));
      default: return thousands(value);
    }
  };
  const ticks = (low, high) => {
    const raw = (high - low) / 8;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 2.5, 5, 10].map((s) => s * power).find((s) => s >= raw) || raw;
    const all = [];
    for (let at = Math.ceil(low / step); at * step <= high; at += 1) all.push(at * step);
    return all;
  };
  const logTicks = (low, high) => {
    const all = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1)
      for (const step of [1, 2, 5]) {
        const value = step * 10 ** power;
        if (value >= low && value <= high) all.push(value);
      }
    return all.length > 2 ? all : ticks(low, high);
  };

  /* The moving parts of a plot, each with a function that puts it where the horizontal axis says. */
  const parts = (plot) => [...plot.querySelectorAll('path,line,circle,polygon')].map((part) => {
    const number = (name) => +part.getAttribute(name);
    if (part.tagName === 'path') {
      const points = part.getAttribute('d').slice(1).split('L').map((pair) => pair.split(' ').map(Number));
      return (to) => part.setAttribute('d', 'M' + points.map(([x, y]) => to(x).toFixed(1) + ' ' + y).join('L'));
    }
    if (part.tagName === 'line') {
      const [from, end] = [number('x1'), number('x2')];
      return (to) => { part.setAttribute('x1', to(from)); part.setAttribute('x2', to(end)); };
    }
    if (part.tagName === 'circle') {
      const middle = number('cx');
      return (to) => part.setAttribute('cx', to(middle));
    }
    const xs = part.getAttribute('points').split(' ').map((pair) => +pair.split(',')[0]);
    const middle = xs.reduce((sum, x) => sum + x, 0) / xs.length;
    return (to) => part.setAttribute('transform', `translate(${to(middle) - middle} 0)`);
  });

  const zoomable = (figure, plot) => {
    const chart = plot.parentNode;
    const axis = chart.querySelector('g.x');
    const region = figure.querySelector('.scroll');
    const { unit, log } = plot.dataset;
    const [low, high, from, to] = ['low', 'high', 'from', 'to'].map((key) => +plot.dataset[key]);
    const all = parts(plot);
    const whole = [...axis.childNodes];
    const grid = axis.querySelector('line');
    const text = axis.querySelector('text');
    let [start, end] = [0, 1];
    const value = (share) => log === '1' ? low * (high / low) ** share : low + (high - low) * share;
    const place = (share) => from + (share - start) / (end - start) * (to - from);
    const share = (number) => log === '1' ? Math.log(number / low) / Math.log(high / low) : (number - low) / (high - low);
    const draw = () => {
      all.forEach((move) => move((x) => place((x - from) / (to - from))));
      if (start === 0 && end === 1 || !grid || !text) { axis.replaceChildren(...whole); return; }
      axis.replaceChildren(...(log === '1' ? logTicks : ticks)(value(start), value(end)).flatMap((number) => {
        const [line, words] = [grid.cloneNode(), text.cloneNode()];
        const x = place(share(number));
        line.setAttribute('x1', x);
        line.setAttribute('x2', x);
        words.setAttribute('x', x);
        words.textContent = label(unit, number);
        return [line, words];
      }));
    };
    const show = (first, last) => {
      const width = Math.min(1, Math.max(0.002, last - first));
      start = Math.min(1 - width, Math.max(0, first));
      end = start + width;
      draw();
    };
    const scale = (factor) => {
      const [middle, half] = [(start + end) / 2, (end - start) / 2 * factor];
      show(middle - half, middle + half);
    };
    const bar = document.createElement('p');
    bar.className = 'bar';
    for (const [name, act] of [['zoomIn', () => scale(0.5)], ['zoomOut', () => scale(2)], ['zoomWhole', () => show(0, 1)]]) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = document.body.dataset[name];
      button.addEventListener('click', act);
      bar.append(button);
    }
    figure.querySelector('figcaption').after(bar);
    region.addEventListener('keydown', (event) => {
      const by = (end - start) / 4;
      const acts = { '+': () => scale(0.5), '=': () => scale(0.5), '-': () => scale(2), 0: () => show(0, 1) };
      if (end - start < 1) {
        acts.ArrowLeft = () => show(start - by, end - by);
        acts.ArrowRight = () => show(start + by, end + by);
      }
      if (event.ctrlKey || event.metaKey || !acts[event.key]) return;
      event.preventDefault();
      acts[event.key]();
    });
    /* A range is chosen with the mouse; on touch screens a finger scrolls. */
    const at = (event) => {
      const box = chart.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * chart.viewBox.baseVal.width;
      return start + Math.min(1, Math.max(0, (x - from) / (to - from))) * (end - start);
    };
    let first = null;
    chart.addEventListener('pointerdown', (event) => { if (event.pointerType === 'mouse') first = at(event); });
    chart.addEventListener('pointerup', (event) => {
      if (first === null) return;
      const last = at(event);
      if (Math.abs(last - first) > (end - start) / 50) show(Math.min(first, last), Math.max(first, last));
      first = null;
    });
    chart.addEventListener('dblclick', () => show(0, 1));
  };

  const switches = (figure) => {
    for (const item of figure.querySelectorAll('.legend li')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.setAttribute('aria-pressed', 'true');
      button.append(...item.childNodes);
      item.append(button);
      button.addEventListener('click', () => {
        const shown = button.getAttribute('aria-pressed') !== 'true';
        button.setAttribute('aria-pressed', String(shown));
        for (const group of figure.querySelectorAll(`g[data-s="${item.dataset.s}"]`))
          group.style.display = shown ? '' : 'none';
      });
    }
  };

  for (const figure of document.querySelectorAll('figure')) {
    switches(figure);
    for (const plot of figure.querySelectorAll('svg.plot')) zoomable(figure, plot);
  }
})();
