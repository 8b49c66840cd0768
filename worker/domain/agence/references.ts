/** The HTML names of the characters U+00A0 to U+00FF, in order. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );

const NOMS: ReadonlyMap<string, string> = new Map([
  ...LATIN.map((nom, rang) => [nom, String.fromCodePoint(0xa0 + rang)] as const),
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["OElig", "Œ"],
  ["oelig", "œ"],
  ["Yuml", "Ÿ"],
  ["euro", "€"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["hellip", "…"],
]);

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]\w{1,7}));/g;

/** The most rounds of replacement in one text: some banks escape a text two or three times. */
const FOIS_AU_PLUS = 5;

function caractere(decimal: string | undefined, hexa: string | undefined, nom = ""): string | null {
  const code = decimal ? Number(decimal) : hexa ? Number.parseInt(hexa, 16) : null;
  if (code === null) return NOMS.get(nom) ?? null;
  const existe = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return existe ? String.fromCodePoint(code) : null;
}

/**
 * A text with its XML and HTML references replaced, up to five times when the text was escaped several times:
 * « LEF&amp;egrave;VRE » becomes « LEFèVRE ». An unknown reference stays (banque/README §12.5).
 *
 * @param garde the characters to leave as references, because they would cut a table into cells
 */
export function sansReferences(texte: string, garde = ""): string {
  let reste = texte;
  for (let fois = 0; fois < FOIS_AU_PLUS && reste.includes("&"); fois++) {
    const avant = reste;
    reste = avant.replace(REFERENCE, (reference, decimal, hexa, nom) => {
      const signe = caractere(decimal, hexa, nom);
      return signe === null || garde.includes(signe) ? reference : signe;
    });
    if (reste === avant) return reste;
  }
  return reste;
}

const CDATA = { debut: "<![CDATA[", fin: "]]>" };

/** An XML text with its CDATA sections written as escaped text; a section without an end stays. */
export function sansCdata(texte: string): string {
  const morceaux: string[] = [];
  let place = 0;
  for (;;) {
    const debut = texte.indexOf(CDATA.debut, place);
    const fin = debut < 0 ? -1 : texte.indexOf(CDATA.fin, debut);
    if (fin < 0) return morceaux.join("") + texte.slice(place);
    const dedans = texte.slice(debut + CDATA.debut.length, fin);
    morceaux.push(
      texte.slice(place, debut),
      dedans.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    );
    place = fin + CDATA.fin.length;
  }
}
