import { defineConfig } from "drizzle-kit";

// `npx drizzle-kit generate --name what_it_does` in apps/server writes the next migration from the *.table.ts files.
export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: ["./src/db/*.table.ts", "./src/features/*/*.table.ts"],
  out: "./src/db/migrations",
});
