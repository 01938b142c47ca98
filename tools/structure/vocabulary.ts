// The closed vocabulary of file names in features: `<feature>.<noun>.ts`. The words themselves are in server-vocabulary.ts
// and web-vocabulary.ts. A new noun gets a phrase there that says what is inside; when none comes to mind, the file has
// more than one subject.

/** Nouns by what is inside. */
type Nouns = Record<string, string>;

/** A folder inside a feature, whose files are named `<room>.<noun>.ts`. */
export interface Room {
  about: string;
  /** Nouns of this room, beside the roles. */
  nouns?: Nouns;
}

export interface FeatureVocabulary {
  nouns?: Nouns;
  rooms?: Record<string, Room>;
  /** Why the other side has no such feature. Without a reason a feature exists on the server and on the web. */
  onlyHere?: string;
}

export interface WorkspaceVocabulary {
  /** Nouns that every feature and every room may use. */
  roles: Nouns;
  features: Record<string, FeatureVocabulary>;
}

export interface Vocabulary {
  server: WorkspaceVocabulary;
  web: WorkspaceVocabulary;
}
