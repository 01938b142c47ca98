-- Links mailed until now have their secret in the query, which proxies log. Those that can be asked for again end in a day.
UPDATE "email_verifications" SET "expires_at" = now() + interval '1 day' WHERE "expires_at" > now() + interval '1 day';
