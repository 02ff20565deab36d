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
  const label = (unit, value, span) => {
    switch (unit) {
      case 'date': {
        const text = new Date(value * 1000).toISOString();
        return span > 8 * 86400 ? text.slice(5, 10) : text.slice(5, 16).replace('T', ' ');
      }
      case 'bandwidth': return trimmed(value / 1e6);
      case 'wide-bandwidth': return trimmed(value / 1e9);
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
    if (all.length > 12) return all.filter((value) => Number.isInteger(Math.log10(value)));
    return all.length > 2 ? all : ticks(low, high);
  };

  /* From places to values of an axis and back. */
  const axisOf = (low, high, log, from, to) => ({
    low, high, log,
    value: (place) => {
      const share = (place - from) / (to - from);
      return log ? low * (high / low) ** share : low + (high - low) * share;
    },
    place: (value) => from + (to - from)
      * (log ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low)),
    ticks: () => (log ? logTicks : ticks)(low, high),
  });

  /* The moving parts of a plot: the heights of its marks, and a function that puts it where the axes say. */
  const parts = (plot) => [...plot.querySelectorAll('path,line,circle,polygon')].map((part) => {
    const number = (name) => +part.getAttribute(name);
    if (part.tagName === 'path') {
      const points = part.getAttribute('d').slice(1).split('L').map((pair) => pair.split(' ').map(Number));
      const put = (to, up) => part.setAttribute('d', 'M' + points.map(([x, y]) => to(x).toFixed(1) + ' ' + up(y).toFixed(1)).join('L'));
      return { heights: points.map(([, y]) => y), put };
    }
    if (part.tagName === 'line') {
      /* A moment goes from the top to the bottom on any scale. */
      const moves = part.classList.contains('one') ? ['x1', 'x2'] : ['x1', 'x2', 'y1', 'y2'];
      const places = moves.map((name) => [name, number(name)]);
      const put = (to, up) => places.forEach(([name, place]) => part.setAttribute(name, (name[0] === 'x' ? to : up)(place)));
      return { heights: [], put };
    }
    if (part.tagName === 'circle') {
      const [x, y] = [number('cx'), number('cy')];
      return { heights: [y], put: (to, up) => { part.setAttribute('cx', to(x)); part.setAttribute('cy', up(y)); } };
    }
    const corners = part.getAttribute('points').split(' ').map((pair) => pair.split(',').map(Number));
    const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
    return { heights: [y], put: (to, up) => part.setAttribute('transform', `translate(${to(x) - x} ${up(y) - y})`) };
  });

  const words = document.querySelector('main').dataset;

  const zoomable = (figure, plot) => {
    const chart = plot.parentNode;
    const region = figure.querySelector('.plotted');
    const read = (...keys) => keys.map((key) => +plot.dataset[key]);
    const [low, high, isLog, from, to] = read('low', 'high', 'log', 'from', 'to');
    const whole = axisOf(low, high, isLog === 1, from, to);
    const all = parts(plot);
    /* The ticks of an axis as they were drawn, and others in their place. */
    const ticked = (name, unit) => {
      const axis = chart.querySelector('g.' + name);
      const drawn = [...axis.childNodes];
      const [grid, text] = ['line', 'text'].map((kind) => axis.querySelector(kind));
      const [side, ends, shift] = name === 'x' ? ['x', ['x1', 'x2'], 0] : ['y', ['y1', 'y2'], 4];
      return (scale) => {
        if (!scale || !grid || !text) { axis.replaceChildren(...drawn); return; }
        axis.replaceChildren(...scale.ticks().flatMap((number) => {
          const [line, words] = [grid.cloneNode(), text.cloneNode()];
          ends.forEach((end) => line.setAttribute(end, scale.place(number)));
          words.setAttribute(side, scale.place(number) + shift);
          words.textContent = label(unit, number, scale.high - scale.low);
          return [line, words];
        }));
      };
    };
    const tickX = ticked('x', plot.dataset.unit);
    let [start, end] = [0, 1];
    let up = (y) => y;
    const draw = () => {
      const place = (x) => from + ((x - from) / (to - from) - start) / (end - start) * (to - from);
      all.forEach((part) => part.put(place, up));
      const value = (share) => whole.value(from + share * (to - from));
      tickX(start === 0 && end === 1 ? null : axisOf(value(start), value(end), whole.log, from, to));
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
    const press = (name, act) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.addEventListener('click', () => act(button));
      bar.append(button);
    };
    press(words.zoomIn, () => scale(0.5));
    press(words.zoomOut, () => scale(2));
    press(words.zoomWhole, () => show(0, 1));
    if (plot.dataset.yunit) {
      const [ylow, yhigh, ylog, yfrom, yto] = read('ylow', 'yhigh', 'ylog', 'yfrom', 'yto');
      const drawn = axisOf(ylow, yhigh, ylog === 1, yfrom, yto);
      const values = all.flatMap((part) => part.heights).map(drawn.value);
      const least = Math.min(...values);
      /* Zero has no place on a logarithmic scale. */
      if (drawn.log || least > yhigh * 1e-6) {
        const other = drawn.log ? axisOf(0, yhigh, false, yfrom, yto) : axisOf(least / 1.05, yhigh, true, yfrom, yto);
        const tickY = ticked('y', plot.dataset.yunit);
        let isOther = false;
        const name = () => drawn.log === isOther ? words.scaleLog : words.scaleLinear;
        press(name(), (button) => {
          isOther = !isOther;
          up = isOther ? (y) => other.place(drawn.value(y)) : (y) => y;
          tickY(isOther ? other : null);
          button.textContent = name();
          draw();
        });
      }
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
