import type { User } from "@repasa/contract/auth.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { userQuery } from "#features/session/session.user.ts";
import { useSession } from "#features/session/use-session.ts";

export function SignedIn({ user, children }: { user: User; children: ReactNode }) {
  const queryClient = useQueryClient();
  useState(() => queryClient.setQueryData(userQuery.queryKey, user));
  return useSession().user ? children : null;
}
