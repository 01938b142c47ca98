/** E-mail addresses are compared, and stored, in lower case. */
export function comparable(email: string): string {
  return email.toLowerCase();
}

/** An address as its owner knows it again and nobody else learns it: `m•••@example.com`. */
export function masked(email: string): string {
  const at = email.lastIndexOf("@");
  return `${at > 1 ? email.slice(0, 1) : ""}•••${email.slice(at)}`;
}
