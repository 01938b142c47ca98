export function normalisedEmail(email: string): string {
  return email.toLowerCase();
}

/** An address that its owner recognises and nobody else learns: `m•••@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${at > 1 ? email.slice(0, 1) : ""}•••${email.slice(at)}`;
}
