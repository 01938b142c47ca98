import type { User } from "@repasa/contract/auth.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { userQuery } from "#features/session/session.user.ts";

/** `user` is null if nobody is signed in, and undefined while it is loading. */
export function useSession() {
  const { data: user, error, isError, isFetching, refetch } = useQuery(userQuery);
  return { user, failed: isError && user === undefined, error, retrying: isFetching, retry: () => void refetch() };
}

export function useUser(): User {
  const { user } = useSession();
  const [lastUser, setLastUser] = useState(user);
  if (user && user !== lastUser) setLastUser(user);
  // A screen may render once more after the session has ended.
  const currentUser = user ?? lastUser;
  if (!currentUser) throw new Error("useUser needs a signed-in user");
  return currentUser;
}
