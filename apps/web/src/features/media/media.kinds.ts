export type MediaKind = "image" | "audio";

/** The kinds of the media files seen since the page was loaded: the Markdown of a card does not contain the kind. */
const kinds = new Map<string, MediaKind>();
const sizes = new Map<string, { width: number; height: number }>();

const SOUND_NAME = /\.(?:mp3|ogg|oga|wav|m4a|aac|opus)$/i;

/** Returns the kind of a media file if it is known, and otherwise guesses it from the description. */
export function guessMediaKind(id: string, description: string): MediaKind {
  return kinds.get(id) ?? (SOUND_NAME.test(description.trim()) ? "audio" : "image");
}

export function rememberKind(id: string, kind: MediaKind): void {
  kinds.set(id, kind);
}

/** Returns the size in pixels, or undefined until the image was shown or uploaded. */
export function findMediaSize(id: string): { width: number; height: number } | undefined {
  return sizes.get(id);
}

export function rememberSize(id: string, size: { width: number; height: number }): void {
  sizes.set(id, size);
}
