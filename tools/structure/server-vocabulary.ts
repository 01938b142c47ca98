import type { WorkspaceVocabulary } from "./vocabulary.ts";

export const SERVER_VOCABULARY: WorkspaceVocabulary = {
  roles: {
    routes: "handlers of the contract's calls",
    service: "what the feature does, for its routes and for other features",
    queries: "its SQL",
    jobs: "work for the queue",
    emails: "letters it sends",
    "job-handlers": "what its jobs do",
    gateway: "calls to another host",
  },
  features: {
    account: { nouns: { deletion: "deleting an account, at once or when nobody can take it back any more" } },
    auth: {
      nouns: {
        address: "e-mail addresses compared, masked, and how much is written to them",
        closing: "closing an account that is to be deleted, until it can no longer be taken back",
        attempts: "tries to sign in: their budgets, and what the log says of them",
        "guessable-passwords": "new passwords that would be guessed at once, refused",
        "second-factor": "what factors do for signing in and for what changes an account",
        "email-change": "moving an account to another address",
        "new-password": "a forgotten password, by a link",
        password: "hashing and verifying passwords",
        "password-check": "asking for the password again",
        sessions: "sessions on devices: listing, ending",
        thread: "what hashes beside the server",
        token: "secrets for links and cookies, and their hashes",
      },
      rooms: {
        devices: {
          about: "browsers in which an account has signed in",
          nouns: { service: "knowing and remembering them" },
        },
        locking: { about: "an account locked alone or shared, in statements of several features" },
        undoing: {
          about: "the way back to an address that an account has left",
          nouns: {
            service: "keeping the address, and going back to it",
          },
        },
      },
    },
    billing: {
      nouns: {
        checkout: "beginning a payment",
        deletion: "ending payments before an account goes",
        letters: "telling students about their money",
        limits: "what an account without Premium may hold",
        notices: "what has to be told of a payment, once; pure",
        plan: "the subscription as its user sees it; pure",
        price: "amounts and currencies as text; pure",
        "price-list": "the provider's price, cached",
        state: "the provider's subscriptions as one state; pure",
        sync: "bringing an account to the provider's state",
        webhook: "events from the provider",
      },
    },
    cards: {
      nouns: { search: "finding cards by their words", words: "texts and queries as searches compare them; pure" },
      rooms: {
        batch: {
          about: "one thing done to many cards, and undone",
          nouns: {
            order: "what is asked for, with all that it needs; pure",
            service: "doing it",
            tags: "tags added and taken away; pure",
            texts: "what a replacement may leave; pure",
          },
        },
        derived: {
          about: "what is stored of a card's texts: what searches look at, which media it names",
          nouns: { service: "bringing it up to date" },
        },
        undoing: { about: "the way back from a batch", nouns: { service: "putting its cards back" } },
        siblings: {
          about: "cards of one text: a card and its reverse, or one for each gap",
          nouns: {
            plan: "which cards a text asks for; pure",
            service: "adding and changing cards",
          },
        },
      },
    },
    checks: {
      onlyHere:
        "for operators, by npm run check:data: whether what is derived still follows from what it is derived of",
      nouns: {
        contents: "texts, media and exams",
        days: "settled days and the streak's gaps",
        difference: "what a check finds; types",
        schedules: "schedules, calibration and load against the log",
      },
    },
    exams: {
      rooms: {
        forecast: { about: "what the database knows of an exam's cards and of how they are studied" },
        moving: { about: "bringing cards nearer that would come too late for an exam, and putting them back" },
      },
      nouns: {
        cards: "an exam's cards as the database gives them; pure",
        days: "which exam a card is scheduled for; pure",
        forecast: "what an exam is going to show, and what was foretold of one that is over",
        pace: "when new cards are met, as a thread is told it; pure",
        rations: "on which day each new card is met",
        thread: "what imagines futures beside the server; pure",
        threads: "starting it, and remembering what it answered",
      },
    },
    exports: {
      nouns: {
        archive: "zips, entry by entry",
        cards: "the records of cards, part by part",
        json: "everything as JSON, piece by piece",
        media: "images and sounds beside the cards",
        names: "what files are called; pure",
        package: "files for Anki",
        portions: "statements that end before their timeout; pure",
      },
      rooms: {
        anki: {
          about: "a collection as Anki keeps it",
          nouns: {
            thread: "what writes a collection beside the server",
            threads: "starting it",
          },
        },
      },
    },
    factors: {
      nouns: {
        app: "adding and removing the app that makes codes",
        confirmation: "showing again who one is, and where it is demanded",
        passkeys: "adding, renaming and removing passkeys",
        recovery: "recovery codes: made, counted, used once",
        "sign-in": "a second factor after the password, and a passkey in its place",
        totp: "codes by RFC 6238; pure",
        webauthn: "challenges for passkeys, and what they signed",
      },
    },
    feedback: {},
    folders: {},
    home: { onlyHere: "what the first screen shows, from the features that know it; the web asks in their names" },
    imports: {
      nouns: {
        calibration: "what the whole log says of a learner",
        opening: "a file from the database to the disk, and open",
        process: "what reads, writes and undoes beside the server",
        processes: "starting it, one turn after another, and what it leaves on disk",
        task: "what the process is told to do, and what it answers; types",
        upload: "taking a form's file in pieces",
        wording: "Spanish sentences for what is stored as keys; pure",
      },
      rooms: {
        writing: {
          about: "the cards of a file become rows of an account, in a process of its own",
          nouns: {
            bring: "all of it, in one transaction",
            cards: "a file's cards as the database takes them; pure",
            copy: "rows by COPY",
            incoming: "cards on their way, in tables of one connection",
            known: "which cards an account has already; pure",
            preview: "what is going to come",
          },
        },
        history: {
          about: "the reviews and schedules of a file become rows of an account",
          nouns: {
            fold: "reviews folded by the scheduler; pure",
            log: "the reviews of many cards in columns; pure",
            schedule: "when a card without a log comes back; pure",
            studied: "reviews and schedules of the cards that are added",
          },
        },
        merging: {
          about: "reviews of a file join the logs of cards that the account has already",
          nouns: {
            fold: "logs with the reviews that come, folded by the scheduler; pure",
            match: "which reviews of a file a log has already; pure",
            service: "all of it, in the transaction of an import",
          },
        },
        copying: {
          about: "what a copy of a whole account holds beside its cards becomes rows",
          nouns: {
            exams: "exams, and the cards that they had brought nearer",
            ids: "which rows those of the copied account have become; pure",
            service: "all of it, in the transaction of the cards; the room's only door",
          },
        },
        undoing: {
          about: "takes out again what an import has brought, in a process of its own",
          nouns: { brought: "what came beside cards and reviews", service: "all of it, in one transaction" },
        },
      },
    },
    media: {
      nouns: {
        ranges: "which of a file's bytes a call asks for; pure",
        upload: "a file that a client sends, on disk until it has arrived",
      },
    },
    memory: {
      onlyHere: "the weights of a user's memory; the web sees them through progress and account's preferences",
      nouns: {
        log: "the log as the database gives it; pure",
        refit: "bringing a user's weights and states to what they should be",
        thread: "what fits and folds beside the server; pure",
        threads: "starting it",
      },
    },
    operators: { onlyHere: "what npm run admin shows and does" },
    pace: { nouns: { breaks: "which dates are breaks, with more of them or fewer; pure" } },
    progress: {},
    reminders: {
      rooms: { planning: { about: "whose mails are due, a batch of users at a time" } },
      nouns: {
        digest: "delivering one planned mail",
        "one-click": "unsubscribing by the mail client's button",
        plan: "whose mail is due; pure",
        refusals: "mailboxes that refuse their reminders, and what stops because of it",
        schedule: "which local date may have the next mail, and when; pure",
        visits: "where and when a user was last seen",
      },
    },
    schedule: {
      onlyHere: "below folders, cards, study, stats, progress and reminders; the web sees it through their calls",
      nouns: {
        load: "how many cards fall due on each date, which keeps days even",
        settings: "the product's schedule, as the database holds it",
        settling: "keeping what past days were, for the streak",
        state: "a card's schedule in the table, in the scheduler and in the log",
      },
      rooms: {
        days: {
          about: "what is kept of past days: figures, folders and the streak",
          nouns: { service: "keeping and telling it", streak: "the streak; pure" },
        },
        learner: { about: "what the database knows of a learner" },
        pending: { about: "what is pending on a date, and counted by folder" },
        queue: { about: "where cards stand in the order of study" },
        rationing: { about: "the nearest exams, and the share of new cards that they ask for" },
        shares: { about: "how many due and new cards a date has room for" },
        siblings: { about: "which card of a group comes on a date" },
        past: { about: "what past days were, as cards and log tell it" },
      },
    },
    stats: {},
    store: {},
    study: {
      rooms: {
        calibration: {
          about: "the calibration after an undo",
          nouns: { service: "folded without a review, from where an earlier undo has kept it" },
        },
        sessions: { about: "study sessions", nouns: { service: "starting and updating them" } },
      },
      nouns: {
        history: "what became of a card so far",
        queue: "what to study now, in order",
        rating: "a rating as a row of the log, and when it was given; pure",
      },
    },
  },
};
