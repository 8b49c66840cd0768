const MIO = 1024 * 1024;

/**
 * The pictures that the agency prints on documents: the logo at their head, the stamp (cachet) beside its signature
 * (documents/README §8.3).
 */
export const VISUELS = ["logo", "cachet"] as const;
export type Visuel = (typeof VISUELS)[number];

export const estVisuel = (texte: string): texte is Visuel =>
  VISUELS.some((visuel) => visuel === texte);

/** The greatest size in bytes of a picture of the agency, and its greatest side in pixels. */
export const OCTETS_PAR_VISUEL = MIO;
export const COTE_DU_VISUEL = 1000;

export const TYPES_DE_VISUEL = ["image/png", "image/jpeg"] as const;

export const VISUEL_ATTENDU = "Une image PNG ou JPEG est attendue.";
export const VISUEL_ILLISIBLE = `Cette image ne se lit pas, ou dépasse ${COTE_DU_VISUEL} pixels de côté.`;

/** A picture of the agency as its settings list it; `url` is under `/files/`, signed for ten minutes. */
export interface VisuelDepose {
  nom: string;
  url: string;
  /** The size in bytes. */
  taille: number;
  createdAt: string;
}

/** The pictures of the agency; null: the agency has none. */
export type Visuels = Record<Visuel, VisuelDepose | null>;

const MIO_DE_LA_NOTICE = 3;

/** The name under which the notice joined to leases is stored (bail/README §3.11). */
export const NOTICE = "notice";
export const OCTETS_DE_LA_NOTICE = MIO_DE_LA_NOTICE * MIO;
export const NOTICE_ATTENDUE = "Un PDF est attendu.";
export const NOTICE_ILLISIBLE = "Ce PDF ne s’ouvre pas, ou demande un mot de passe.";
