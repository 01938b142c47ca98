// Drizzle, loaded as CommonJS. Its package.json has 175 KB, and Node's loader of ES modules reads it anew for each of the 486
// imports within it: 0.6 s and 130 MB at every start (decision 084).
module.exports = {
  ...require("drizzle-orm"),
  ...require("drizzle-orm/casing"),
  ...require("drizzle-orm/node-postgres"),
  ...require("drizzle-orm/pg-core"),
};
