import type { User } from "@repasa/contract/auth.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { userQuery } from "#features/session/session.user.ts";
import { useSession } from "#features/session/use-session.ts";

/** Renders a screen for a user whose session is already loaded. */
export function SignedIn({ user, children }: { user: User; children: ReactNode }) {
  const queryClient = useQueryClient();
  useState(() => queryClient.setQueryData(userQuery.queryKey, user));
  return <WhenSignedIn>{children}</WhenSignedIn>;
}

/** Renders a screen once the session is loaded, and only while a user is signed in. */
export function WhenSignedIn({ children }: { children: ReactNode }) {
  return useSession().user ? children : null;
}
