// The caches of this origin in Cache Storage. Pages and the service worker share them.

/** Followed by the id of a user: images and sounds of that user's cards, by their address below `/api/media/`. */
export const MEDIA_CACHE_PREFIX = "repasa-media-";
