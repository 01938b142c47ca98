// The closed vocabulary of file names in features: `<feature>.<noun>.ts`. A new noun gets a phrase here that says what
// is inside; when none comes to mind, the file has more than one subject.

/** Nouns by what is inside. */
type Nouns = Record<string, string>;

/** A folder inside a feature, whose files are named `<room>.<noun>.ts`. */
export interface Room {
  about: string;
  nouns: Nouns;
}

export interface FeatureVocabulary {
  nouns?: Nouns;
  rooms?: Record<string, Room>;
  /** Why the other side has no such feature. Without a reason a feature exists on the server and on the web. */
  onlyHere?: string;
}

export interface WorkspaceVocabulary {
  /** Nouns that every feature may use. */
  roles: Nouns;
  features: Record<string, FeatureVocabulary>;
}

export interface Vocabulary {
  server: WorkspaceVocabulary;
  web: WorkspaceVocabulary;
}

export const VOCABULARY: Vocabulary = {
  server: {
    roles: {
      routes: "handlers of the contract's calls",
      service: "what the feature does, and its only door for other features",
      queries: "its SQL",
      table: "its tables",
      jobs: "work for the queue",
      emails: "letters it sends",
      "job-handlers": "what its jobs do",
      gateway: "calls to another host",
    },
    features: {
      account: {},
      auth: {
        nouns: {
          address: "e-mail addresses compared and masked",
          "email-change": "moving an account to another address",
          "new-password": "a forgotten password, by a link",
          password: "hashing and verifying passwords",
          "password-check": "asking for the password again",
          sessions: "sessions on devices: listing, ending",
          token: "secrets for links and cookies, and their hashes",
        },
      },
      billing: {
        nouns: {
          checkout: "beginning a payment",
          deletion: "ending payments before an account goes",
          limits: "what an account without Premium may hold",
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
      },
      exams: {
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
      feedback: {},
      folders: {},
      memory: {
        onlyHere: "the weights of a user's memory; the web sees them through progress and account's preferences",
        nouns: {
          log: "the log as the database gives it; pure",
          refit: "bringing a user's weights and states to what they should be",
          thread: "what fits and folds beside the server; pure",
          threads: "starting it",
        },
      },
      pace: { nouns: { breaks: "which dates are breaks, with more of them or fewer; pure" } },
      progress: {},
      reminders: {
        nouns: {
          digest: "delivering one planned mail",
          "one-click": "unsubscribing by the mail client's button",
          plan: "whose mail is due; pure",
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
      },
      stats: { nouns: { streak: "the streak; pure" } },
      store: {},
      study: {
        nouns: {
          history: "what became of a card so far",
          queue: "what to study now, in order",
          rating: "a rating as a row of the log, and when it was given; pure",
          sessions: "study sessions",
          "user-lock": "one write at a time for each user",
        },
      },
    },
  },
  web: {
    roles: { api: "the feature's calls, as hooks" },
    features: {
      account: {
        nouns: {
          credentials: "a change of address that waits to be confirmed",
          device: "the name of a session's browser and device",
          "local-data": "removing what the browser keeps of a deleted account",
        },
      },
      auth: {},
      billing: {
        nouns: {
          checkout: "beginning a payment",
          confirmation: "waiting until a payment has taken effect",
          departure: "leaving for the provider's page",
          paywall: "opening and closing the paywall",
          plan: "whether the account has Premium",
          "provider-script": "loading the provider's script",
          "return-path": "where to return to after paying",
          wording: "texts about the plan",
        },
      },
      cards: {
        nouns: {
          code: "which parts of a card's text are code; pure",
          due: "when a card is due, in words",
          found: "how many cards were found, and which of a list match; pure",
          keys: "the keyboard in a list of cards",
          memory: "how well a card is remembered, then and now; pure",
          trail: "the list that a card was opened from, and the place in it",
          wording: "why a card comes when it does, in words; pure",
        },
      },
      exams: {
        nouns: {
          course: "the days until an exam, in figures and in words; pure",
          fields: "the form's fields, as text and as values; pure",
          wording: "a forecast and what became of it, in words; pure",
        },
      },
      feedback: {},
      folders: {},
      landing: {
        onlyHere: "the page for visitors; its one call belongs to account",
        nouns: {
          begin: "counting visitors who begin",
          behaviour: "making the prerendered page interactive",
          prefetch: "loading the app before it is asked for",
          samples: "cards for visitors to try",
        },
      },
      legal: { onlyHere: "support, privacy and terms are static text" },
      pace: {
        nouns: {
          fields: "a break's dates in its form, as text and as values; pure",
          wording: "texts about catching up and breaks; pure",
        },
      },
      progress: {
        nouns: {
          calendar: "weeks of the heat map",
          calibration: "what was recalled beside what was predicted, in figures and in words; pure",
          memory: "what was learned of the learner's memory, in words; pure",
          retention: "recall by week, without gaps",
          time: "study time, summed and in words",
        },
      },
      preferences: {
        onlyHere: "read by study, reminders and settings; the server keeps them in account",
        nouns: {
          options: "choices of the settings",
          portion: "how many of the due cards a session takes; pure",
          "quiet-days": "how much each weekday is to hold; pure",
          retention: "desired retention, in words",
        },
      },
      reminders: {},
      session: {
        onlyHere: "who is signed in here, and what happens when that ends; the server's side is auth",
        nouns: { expiry: "a session that has ended", user: "the signed-in user" },
      },
      stats: {
        nouns: {
          days: "days of the strip",
          "new-cards": "a daily number of new cards: what it means, in words; pure",
        },
      },
      store: {},
      study: {
        nouns: {
          controller: "the screen's state and what keys and taps do to it",
          "first-session": "whether a session was completed on this device",
          "forgotten-hint": "whether 'No la recordé' is known on this device",
          keys: "keyboard shortcuts",
          reason: "why a session asks a card, in words; pure",
          record: "the study session as the server keeps it",
          session: "the queue and the next question; pure",
          weakest: "the cards that an exam's session asks",
          snapshot: "a session kept across reloads",
          storage: "the browser's database and tab storage for studying",
          taps: "telling a double tap from two taps",
          wording: "texts of the screen",
        },
        rooms: {
          offline: {
            about: "brings ratings and undos to the server, whatever the network does",
            nouns: {
              clock: "the browser's clocks and timers",
              delivery: "sending one entry",
              entry: "what waits to be sent",
              journal: "what is not yet in IndexedDB",
              memory: "a store for browsers without IndexedDB",
              outbox: "the queue of one user",
              retry: "when to try again",
              service: "starting, stopping and flushing; the room's only door",
              store: "the queue in IndexedDB",
              "waiting-time": "how long a rating has waited",
            },
          },
        },
      },
    },
  },
};
