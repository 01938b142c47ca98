import * as followingEndpoints from "@repasa/contract/client/following.ts";
import { useEffect, useRef } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { isUnreachable } from "#lib/api-error.ts";
import { useChange } from "#lib/use-change.ts";
import { FOLLOWED_LINK, MISSING_MEDIA, paths, withQuery } from "#paths.ts";
import { announce } from "#ui/announcer.tsx";

/** Follows the link that the address of Carpetas names, and opens the new folder. Returns whether that is under way. */
export function useArrivingLink(): boolean {
  const token = new URLSearchParams(useSearch()).get(FOLLOWED_LINK);
  const begun = useRef<string | null>(null);
  const { mutate } = useChange(followingEndpoints.follow, {
    input: (followed: string) => ({ params: { token: followed } }),
    onSuccess: (followed) => {
      // A large folder comes as an import, whose screen shows its progress.
      if (!("cardCount" in followed))
        return navigate(withQuery(paths.import(), { import: followed.id }), { replace: true });
      announce("Carpeta añadida");
      const missing = followed.missingMedia?.length ?? null;
      navigate(withQuery(paths.folder(followed.id), { [MISSING_MEDIA]: missing }), { replace: true });
    },
    onError: () => navigate(paths.folders(), { replace: true }),
    failure: (error) =>
      isUnreachable(error) ? "Para añadir la carpeta hace falta conexión." : "No se pudo añadir la carpeta.",
  });
  useEffect(() => {
    if (token === null || begun.current === token) return;
    begun.current = token;
    mutate(token);
  }, [token, mutate]);
  return token !== null;
}
