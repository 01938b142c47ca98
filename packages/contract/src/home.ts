import * as z from "zod/mini";
import { preferences } from "#account.ts";
import { plan } from "#billing.ts";
import { defineEndpoint } from "#endpoint.ts";
import { backlog } from "#pace.ts";
import { nearDay, userStats } from "#stats.ts";

/** Each field is the response of `/api/user/<its name>`. */
const home = z.object({
  stats: userStats,
  days: z.array(nearDay),
  preferences,
  plan,
  /** Null if too few cards are due for a backlog. */
  backlog: z.nullable(backlog),
});
export type Home = z.output<typeof home>;

export const homeEndpoints = {
  home: defineEndpoint("GET /api/user/home", {
    summary: "Returns everything that Home shows except today's pending cards",
    reads: ["folders", "cards", "reviews", "preferences", "exams", "plan"],
    largeRead: "summary",
    response: home,
  }),
};
