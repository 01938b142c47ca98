import type { Follows } from "@repasa/contract/following.rows.ts";
import { Users } from "lucide-react";
import { describeSource } from "#features/sharing/following/following.wording.ts";

/** The author or the class of a followed folder, under its title. */
export function FollowedFrom({ follows }: { follows: Follows }) {
  return (
    <span className="flex items-start gap-1.5">
      <Users aria-hidden className="mt-1 size-4 shrink-0" />
      <span className="wrap-anywhere line-clamp-2 min-w-0">{describeSource(follows)}</span>
    </span>
  );
}
