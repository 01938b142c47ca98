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
          address: "e-mail addresses compared, masked, and how much is written to them",
          attempts: "tries to sign in: their budgets, and what the log says of them",
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
            nouns: { queries: "its SQL", service: "knowing and remembering them" },
          },
          undoing: {
            about: "the way back to an address that an account has left",
            nouns: { queries: "its SQL", service: "keeping the address, and going back to it" },
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
              queries: "its SQL",
              service: "doing and undoing it",
              tags: "tags added and taken away; pure",
              texts: "what a replacement may leave; pure",
            },
          },
          derived: {
            about: "what is kept of a card's texts: what searches look at, which media it names",
            nouns: { queries: "its SQL" },
          },
          siblings: {
            about: "cards of one text: a card and its reverse, or one for each gap",
            nouns: {
              plan: "which cards a text asks for; pure",
              queries: "its SQL",
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
        nouns: {
          cards: "an exam's cards as the database gives them; pure",
          days: "which exam a card is scheduled for; pure",
          forecast: "what an exam is going to show, and what was foretold of one that is over",
          pace: "when new cards are met, as a thread is told it; pure",
          rations: "on which day each new card is met",
          thread: "what imagines futures beside the server; pure",
          threads: "starting it, and remembering what it answered",
        },
        rooms: {
          moving: {
            about: "bringing cards nearer that would come too late for an exam, and putting them back",
            nouns: { queries: "its SQL", service: "doing it when exams change" },
          },
        },
      },
      exports: {
        nouns: {
          archive: "zips, entry by entry",
          csv: "cards as a table; pure",
          json: "everything as JSON, piece by piece",
          media: "images and sounds beside the cards",
          names: "what files are called; pure",
          package: "files for Anki",
          records: "cards as other formats get them from the JSON",
          turns: "how many exports run at once",
        },
        rooms: {
          anki: {
            about: "a collection as Anki keeps it",
            nouns: {
              collection: "writing a collection, card by card",
              html: "texts as Anki shows them; pure",
              notes: "cards and reviews as Anki's rows; pure",
              schema: "tables, note types and settings; pure",
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
          material: "what a file holds, whatever its format; types",
          opening: "a file from the database to the disk, and open",
          process: "what reads, writes and undoes beside the server",
          processes: "starting it, one turn after another, and what it leaves on disk",
          task: "what the process is told to do, and what it answers; types",
          upload: "taking a form's file in pieces",
        },
        rooms: {
          writing: {
            about: "what a file holds becomes rows of an account, in a process of its own",
            nouns: {
              bring: "all of it, in one transaction",
              calibration: "what the whole log says of a learner",
              cards: "a file's cards as the database takes them; pure",
              copy: "rows by COPY",
              history: "reviews folded by the scheduler; pure",
              incoming: "cards on their way, in tables of one connection",
              known: "which cards an account has already; pure",
              log: "the reviews of many cards in columns; pure",
              preview: "what is going to come",
              queries: "its SQL",
              schedule: "when a card comes back of which there is no log; pure",
              studied: "reviews and schedules of the cards that are added",
            },
          },
          undoing: {
            about: "takes out again what an import has brought, in a process of its own",
            nouns: { queries: "its SQL", service: "all of it, in one transaction" },
          },
          reading: {
            about: "makes cards of a file of any format, without a database, in a process of its own",
            nouns: {
              anki: "Anki's packages and collections",
              "anki-cards": "Anki's notes as cards of ours",
              "anki-fields": "what a note says beside its fields; pure",
              blocks: "a tree from HTML as people would write it in Markdown; pure",
              collection: "Anki's database in all of its versions",
              elements: "what of HTML a card can show; pure",
              embedded: "images that a field holds itself",
              formulas: "formulas and sounds in Anki's brackets; pure",
              furigana: "readings of Japanese words; pure",
              gaps: "Anki's gaps, as gaps or as text; pure",
              html: "HTML as a tree of Markdown; pure",
              lines: "HTML of words and line breaks alone; pure",
              losses: "what cannot be brought, counted",
              markdown: "a tree as Markdown or plain text; pure",
              media: "images and sounds of a package",
              "note-types": "which kinds of notes and decks a collection has",
              records: "our JSON, one record at a time",
              repasa: "our own export",
              "repasa-history": "a schedule and a log in our JSON, checked; pure",
              schedule: "when Anki's cards come back, and their log; pure",
              scripts: "superscripts and subscripts; pure",
              service: "which format a file has, and what it holds; the room's only door",
              separators: "what parts a table's cells and rows; pure",
              sheet: "tables and lists",
              "sheet-cards": "a table's rows as cards; pure",
              "sheet-head": "what a table says of itself before its first row; pure",
              sides: "front and back by a template; pure",
              styles: "what a style says that Markdown can say; pure",
              templates: "Anki's templates; pure",
              text: "bytes as text, and what they are when they are none",
              zip: "archives within limits",
            },
          },
        },
      },
      media: {
        nouns: {
          inspect: "what a file really is, by its bytes",
          ranges: "which of a file's bytes a call asks for; pure",
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
            nouns: { queries: "its SQL", service: "keeping and telling it", streak: "the streak; pure" },
          },
          pending: {
            about: "what is pending on a date: parts of statements, for everything that tells of it",
            nouns: { table: "tables to select from" },
          },
          past: { about: "what past days were, as cards and log tell it", nouns: { queries: "its SQL" } },
        },
      },
      stats: {},
      store: {},
      study: {
        nouns: {
          calibration: "the calibration folded without a review, from where an undo has kept it",
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
          batches: "what was done to many cards and can be taken back on this device",
          code: "which parts of a card's text are code; pure",
          due: "when a card is due, in words",
          editing: "what the toolbar does to a text; pure",
          fields: "the form's fields, as text and as values; pure",
          found: "how many cards were found, and which of a list match; pure",
          keys: "the keyboard in a list of cards",
          memory: "how well a card is remembered, then and now; pure",
          lines: "a card's question and answer as words; pure",
          replacing: "which cards a text to replace stands in; pure",
          selection: "which cards of a list are chosen; pure",
          speech: "reading aloud by the browser's voices",
          sides: "what is drawn of a card before and after it is turned; pure",
          tags: "the tags of some cards, counted; pure",
          trail: "the list that a card was opened from, and the place in it",
          wording: "why a card comes when it does, in words; pure",
        },
        rooms: {
          markdown: {
            about: "draws cards in Markdown",
            nouns: {
              drawing: "from a text to elements",
              equations: "formulas in the tree of a text; pure",
              extensions: "what draws formulas and code, loaded when a text needs it",
              formulas: "formulas in the source of a text; pure",
              gaps: "gaps in the source of a text; pure",
              highlighter: "the libraries that colour code",
              highlighting: "whether a text has code to colour; pure",
              katex: "the libraries that draw formulas",
              limits: "texts that would take too long to read; pure",
              line: "a text as words in one line; pure",
              marks: "gaps and what was searched for, in the tree of a text; pure",
              safety: "which elements and properties a card may have; pure",
              symbols: "LaTeX's names of signs; pure",
              tree: "nodes of a tree of Markdown or HTML; pure",
            },
          },
        },
      },
      exams: {
        nouns: {
          course: "the days until an exam, in figures and in words; pure",
          fields: "the form's fields, as text and as values; pure",
          wording: "a forecast and what became of it, in words; pure",
        },
      },
      exports: { nouns: { download: "fetching a file and handing it to the browser" } },
      factors: {
        nouns: {
          confirmation: "asking who is there before something important",
          device: "whether this browser can use passkeys",
          passkeys: "making passkeys and showing them",
        },
      },
      feedback: {},
      folders: {
        nouns: {
          fields: "the form's fields, as text and as values; pure",
          languages: "languages to read aloud in; pure",
          loading: "what is loaded of folders, under which keys",
        },
      },
      imports: {
        nouns: {
          polling: "how long to wait before asking again; pure",
          reading: "how a table is read, and what its rows become; pure",
          upload: "sending a file or a text, and how far it is",
          watch: "following an import until the server has done its part",
          wording: "texts about imports; pure",
        },
      },
      media: {
        nouns: {
          files: "which files are taken, made to fit, and written into a text",
          kinds: "which files are images and which are sounds, as far as this device knows",
        },
      },
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
          portions: "cards of the queue in portions, without those whose rating waits to be sent",
          "forgotten-hint": "whether 'No la recordé' is known on this device",
          keys: "keyboard shortcuts",
          reason: "why a session asks a card, in words; pure",
          record: "the study session as the server keeps it",
          session: "the queue and the next question; pure",
          weakest: "the cards that an exam's session asks",
          snapshot: "a session kept across reloads",
          storage: "the browser's database and tab storage for studying",
          texts: "what this browser keeps of cards' texts, and how it goes",
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
