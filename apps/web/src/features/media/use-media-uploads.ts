import { useEffect, useRef, useState } from "react";
import { useUploadMedia } from "#features/media/media.api.ts";
import { checkMediaFile, formatMediaMarkdown, shrinkImage } from "#features/media/media.files.ts";
import { errorMessage } from "#lib/error-message.ts";

export type UploadState = { name: string; share: number };

/** Uploads files one at a time. `onStored` receives the Markdown of each file and the place that it was sent for. */
export function useMediaUploads<Place>(onStored: (markdown: string, place: Place) => void) {
  const upload = useUploadMedia();
  const [waiting, setWaiting] = useState<UploadState | null>(null);
  const [error, setError] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const queue = useRef<{ file: File; place: Place }[]>([]);
  const busy = useRef(false);
  useEffect(() => () => stop.current?.abort(), []);

  const sendOne = async (file: File, place: Place) => {
    const refusal = checkMediaFile(file);
    if (refusal) return setError(refusal);
    const controller = new AbortController();
    stop.current = controller;
    const name = file.name || "imagen";
    setWaiting({ name, share: 0 });
    try {
      const fitting = await shrinkImage(file);
      const onProgress = (share: number) => {
        if (!controller.signal.aborted) setWaiting({ name, share });
      };
      const stored = await upload.mutateAsync({ file: fitting, signal: controller.signal, onProgress });
      if (!controller.signal.aborted) onStored(formatMediaMarkdown(stored.id, file.name, stored.contentType), place);
    } catch (failure) {
      if (!controller.signal.aborted)
        setError(errorMessage(failure, "No se pudo subir el archivo. Inténtalo de nuevo."));
    }
  };
  const sendAll = async (files: Iterable<File>, place: Place) => {
    queue.current.push(...[...files].map((file) => ({ file, place })));
    if (busy.current) return;
    busy.current = true;
    setError(null);
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await sendOne(next.file, next.place);
    busy.current = false;
    setWaiting(null);
  };
  const cancel = () => {
    queue.current = [];
    stop.current?.abort();
    setWaiting(null);
  };
  return { waiting, error, send: (files: Iterable<File>, place: Place) => void sendAll(files, place), cancel };
}
