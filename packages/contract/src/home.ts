import * as z from "zod/mini";
import { preferences } from "#account.ts";
import { plan } from "#billing.ts";
import { defineEndpoint } from "#endpoint.ts";
import { backlog } from "#pace.ts";
import { nearDay, userStats } from "#stats.ts";

/** Each part is what `/api/user/<its name>` answers. */
export const home = z.object({
  stats: userStats,
  days: z.array(nearDay),
  preferences,
  plan,
  /** Null where too little is waiting for a backlog. */
  backlog: z.nullable(backlog),
});
export type Home = z.output<typeof home>;

export const homeEndpoints = {
  home: defineEndpoint({
    method: "GET",
    path: "/api/user/home",
    summary: "What Home shows beside today's pending cards, in one answer",
    reads: ["folders", "cards", "reviews", "preferences", "exams", "plan"],
    response: home,
  }),
};
