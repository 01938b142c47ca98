import { defineConfig } from "drizzle-kit";

// `npx drizzle-kit generate --name what_it_does` in apps/server writes the next migration from src/schema.
export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: "./src/schema/*.ts",
  out: "./src/platform/db/migrations",
});
