import fc from "fast-check";

// The cases are the same in each run, so that a failure is caused by a change and not by chance. `npm run test:properties` uses
// others.
const fixed = 20_261_122;
const wanted = process.env.PROPERTY_SEED;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: wanted === "any" ? Date.now() : Number(wanted ?? fixed),
});
