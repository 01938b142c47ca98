import fc from "fast-check";

// The same cases each time, so that a landing is judged by its change and not by its luck. `npm run test:properties` draws others.
const fixed = 20_261_122;
const wanted = process.env.PROPERTY_SEED;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: wanted === "any" ? Date.now() : Number(wanted ?? fixed),
});
