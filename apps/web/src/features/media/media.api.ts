import * as mediaEndpoints from "@repasa/contract/client/media.ts";
import { rememberKind, rememberSize } from "#features/media/media.kinds.ts";
import { upload } from "#lib/upload.ts";
import { useChange } from "#lib/use-change.ts";

export type Upload = { file: Blob; signal: AbortSignal; onProgress: (share: number) => void };

/** Stores a file in the account. The caller shows a failure beside the field. */
export function useUploadMedia() {
  return useChange(mediaEndpoints.add, {
    input: (_: Upload) => ({}),
    call: ({ file, signal, onProgress }) =>
      upload(mediaEndpoints.add, file, {
        signal,
        onProgress: ({ sent, total }) => total > 0 && onProgress(sent / total),
      }),
    onSuccess: ({ id, contentType, width, height }) => {
      rememberKind(id, contentType.startsWith("audio/") ? "audio" : "image");
      if (width !== undefined && height !== undefined) rememberSize(id, { width, height });
    },
  });
}
