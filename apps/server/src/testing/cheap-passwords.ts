import { setPasswordCost } from "#features/auth/auth.password.ts";

// The least that argon2 accepts. At the real cost, the passwords of the users that tests register would take a seventh of their time.
setPasswordCost({ memory: 8, passes: 1, parallelism: 1 });
