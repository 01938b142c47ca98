export type PageAnswer = { status: number; body: string } | { redirect: string };
