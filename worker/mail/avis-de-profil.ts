/** The facts in a mail about a user account. */
export interface SujetAvis {
  /** The device in words: « Chrome sur Windows ». */
  device: string;
  /** The instant as people read it. */
  quand: string;
}

interface AvisDeCompte {
  subject: string;
  phrase(sujet: SujetAvis): string;
  /** The advice to a reader who did not cause the event himself. */
  sinon: string;
}

const CHANGER =
  "Si ce n’était pas vous, changez votre mot de passe et fermez les autres sessions dans « Mon compte ».";
const PREVENIR = "Si vous ne l’avez pas demandé, prévenez un administrateur de votre agence.";

/** The mails to a user about the events of his own account, one entry a kind: plain text without a link. */
export const AVIS_DE_COMPTE = {
  appareil: {
    subject: "Connexion depuis un nouvel appareil",
    phrase: ({ device, quand }) =>
      `Votre compte vient d’être ouvert depuis un appareil nouveau : ${device}, le ${quand}.`,
    sinon: CHANGER,
  },
  reinitialisation: {
    subject: "Mot de passe réinitialisé",
    phrase: ({ quand }) =>
      `Un administrateur a donné à votre compte un mot de passe provisoire, le ${quand}. Vos sessions sont fermées.`,
    sinon: PREVENIR,
  },
  motDePasse: {
    subject: "Mot de passe changé",
    phrase: ({ device, quand }) =>
      `Le mot de passe de votre compte a été changé depuis ${device}, le ${quand}. Vos autres sessions sont fermées.`,
    sinon: PREVENIR,
  },
  secondFacteur: {
    subject: "Second facteur modifié",
    phrase: ({ device, quand }) =>
      `Le second facteur de votre compte a été modifié depuis ${device}, le ${quand}.`,
    sinon: CHANGER,
  },
  facteursRetires: {
    subject: "Second facteur retiré",
    phrase: ({ quand }) =>
      `Un administrateur a retiré de votre compte tout second facteur, le ${quand} : votre mot de passe suffit désormais pour vous connecter.`,
    sinon: PREVENIR,
  },
  adresse: {
    subject: "Adresse e-mail du compte changée",
    phrase: ({ quand }) =>
      `Un administrateur a changé l’adresse e-mail de votre compte, le ${quand} : on ne s’y connecte plus qu’avec la nouvelle.`,
    sinon: PREVENIR,
  },
} satisfies Record<string, AvisDeCompte>;

export type GenreAvis = keyof typeof AVIS_DE_COMPTE;

/** The changes to an administrator's account that a mail tells the other administrators, one entry a kind. */
export const FAITS_ADMINISTRATEUR = {
  cree: "Un compte d’administrateur a été créé",
  nomme: "Un compte est devenu administrateur",
  destitue: "Un compte n’est plus administrateur",
  reinitialise: "Le mot de passe d’un administrateur a été réinitialisé",
  facteursRetires: "Le second facteur d’un administrateur a été retiré",
  adresse: "L’adresse e-mail d’un administrateur a changé",
  supprime: "Un compte d’administrateur a été supprimé",
} as const;

export type FaitAdministrateur = keyof typeof FAITS_ADMINISTRATEUR;
