// Apart from the schemas, so that a screen without a form does not load these.

/** The most folders that one quiz may cover, as many as an exam. */
export const MAX_QUIZ_FOLDERS = 200;
/** The longest typed answer, in UTF-16 units: no card whose answer has more than 200 characters is typed. */
export const MAX_TYPED_LENGTH = 2000;

export const QUIZ_SOURCE_REQUIRED = "Elige las carpetas o el examen del test";
export const QUIZ_FOLDERS_TOO_MANY = `Un test puede tener hasta ${MAX_QUIZ_FOLDERS} carpetas`;
