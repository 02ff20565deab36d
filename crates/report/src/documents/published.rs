//! The published schemas (`docs/schema/`), made from the types of the documents.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::{
    Body, Document, cache, check, compare, doctor, endurance, explain, history, import, ladder, live,
    many_hosts, many_hosts_repeats, notebook, prepare, repeats, run, self_cost, slo, study, survey, topics,
    watch, why,
};

/// The schema of one document.
#[derive(Debug, Clone)]
pub struct PublishedSchema {
    pub document: &'static str,
    pub version: u32,
    pub schema: Value,
    /// Reads a document of this schema into its type, and writes it again.
    pub again: fn(Value) -> serde_json::Result<Value>,
}

impl PublishedSchema {
    fn of<B: Body>() -> Self {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let made = generator.into_root_schema_for::<Document<B>>().to_value();
        let file = format!("{}-{}.json", B::NAME, B::VERSION);
        let mut schema = json!({
            "$schema": made["$schema"],
            "$id": format!("https://github.com/fiord-storage/fiord/docs/schema/{file}"),
            "title": format!("{}, version {}", B::TITLE, B::VERSION),
            "description": "Fields never go and never change their meaning within one version; new ones may come.",
        });
        for (word, rule) in made.as_object().into_iter().flatten() {
            if schema.get(word).is_none() {
                schema[word] = rule.clone();
            }
        }
        Self {
            document: B::NAME,
            version: B::VERSION,
            schema,
            again: |document| serde_json::to_value(serde_json::from_value::<Document<B>>(document)?),
        }
    }

    /// The name of its file in `docs/schema/`.
    pub fn file_name(&self) -> String {
        format!("{}-{}.json", self.document, self.version)
    }
}

/// The schemas of all documents.
pub fn all() -> Vec<PublishedSchema> {
    vec![
        PublishedSchema::of::<cache::Cache>(),
        PublishedSchema::of::<check::CheckDocument>(),
        PublishedSchema::of::<compare::Comparison>(),
        PublishedSchema::of::<doctor::Doctor>(),
        PublishedSchema::of::<doctor::Changes>(),
        PublishedSchema::of::<endurance::Endurance>(),
        PublishedSchema::of::<explain::Explain>(),
        PublishedSchema::of::<explain::SeenResults>(),
        PublishedSchema::of::<explain::Results>(),
        PublishedSchema::of::<topics::Topics>(),
        PublishedSchema::of::<history::History>(),
        PublishedSchema::of::<many_hosts::ManyHosts>(),
        PublishedSchema::of::<many_hosts_repeats::RepeatedManyHosts>(),
        PublishedSchema::of::<import::Imports>(),
        PublishedSchema::of::<ladder::LadderDocument>(),
        PublishedSchema::of::<notebook::Notebooks>(),
        PublishedSchema::of::<prepare::Prepare>(),
        PublishedSchema::of::<repeats::RepeatedRuns>(),
        PublishedSchema::of::<run::Run>(),
        PublishedSchema::of::<self_cost::SelfCost>(),
        PublishedSchema::of::<slo::SloDocument>(),
        PublishedSchema::of::<study::StudyDocument>(),
        PublishedSchema::of::<survey::SurveyDocument>(),
        PublishedSchema::of::<live::LiveSecond>(),
        PublishedSchema::of::<watch::Watch>(),
        PublishedSchema::of::<why::WhyDocument>(),
    ]
}
