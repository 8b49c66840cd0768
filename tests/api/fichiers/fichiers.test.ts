import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import {
  ADMIN,
  type Agence,
  connecter,
  creer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import {
  corpsDe,
  deposer,
  empreinte,
  envoyer,
  type Fichier,
  fichier,
  JPEG,
  lire,
  MO,
  octets,
  PDF,
  type Piece,
  PNG,
  SVG,
  traces,
  VINGT_MO,
} from "../../support/fichiers/televersements.ts";
import type { Api } from "../../support/worker/api.ts";
import { openHouse } from "../../support/worker/house.ts";

let agence: Agence;
let api: Api;
beforeAll(async () => {
  agence = await ouvrirAgence();
  api = agence.admin;
});

describe("Un fichier envoyé par formulaire", () => {
  test("de 20 Mo revient octet pour octet", async () => {
    const { sha256, taille } = await empreinte(octets(JPEG, VINGT_MO));
    const { status, data } = await envoyer<Fichier>(api, "/Image", [
      fichier(octets(JPEG, VINGT_MO), "façade.JPEG"),
    ]);
    expect(status).toBe(201);
    expect(data).toMatchObject({ nom: "façade", extention: "jpg", type: "image/jpeg", taille });
    const response = await lire(agence.personne, data.url);
    if (!response.body) throw new Error("Pas de corps");
    expect(await empreinte(response.body)).toEqual({ sha256, taille });
  });

  test("garde le nom et le rattachement donnés, avant ou après le fichier", async () => {
    const client = await creer(api, "Client", PROPRIETAIRE);
    const { status, data } = await envoyer(api, "/Fichier", [
      { champ: "nom", contenu: "Bail signé" },
      fichier(PDF, "scan0001.pdf"),
      { champ: "ClientId", contenu: String(client.id) },
    ]);
    expect(status).toBe(201);
    expect(data).toMatchObject({ nom: "Bail signé", extention: "pdf", ClientId: client.id });
    const response = await lire(agence.personne, data.url);
    expect(response.headers.get("Content-Disposition")).toBe(
      `inline; filename="Bail signe.pdf"; filename*=UTF-8''Bail%20sign%C3%A9.pdf`,
    );
    expect(await corpsDe(response)).toEqual(PDF);
  });

  test.each([
    ["../../etc/passwd", "passwd", ""],
    ["C:\\\\Users\\\\moi\\\\bail.pdf", "bail", "pdf"],
    ['contrat \\"final\\".pdf', "contrat _final_", "pdf"],
    ["contrat%0D%0ASet-Cookie: a=b.pdf", "contratSet-Cookie_ a=b", "pdf"],
    ["clés 🔑 – n°3.pdf", "clés 🔑 – n°3", "pdf"],
    ["facture\u202efdp.exe", "facturefdp", "exe"],
    ["...", "fichier", ""],
    ["", "fichier", ""],
  ])("nommé « %s » reçoit un nom sûr", async (recu, nom, extention) => {
    const contenu = extention === "pdf" ? PDF : "texte";
    const data = await deposer(api, contenu, recu);
    expect(data).toMatchObject({ nom, extention });
    const response = await lire(agence.personne, data.url);
    const disposition = response.headers.get("Content-Disposition") ?? "";
    expect(disposition).toMatch(
      /^(inline|attachment); filename="[ -~]+"; filename\*=UTF-8''[!-~]+$/,
    );
    const [, entier = ""] = disposition.split("filename*=UTF-8''");
    expect(decodeURIComponent(entier)).toBe(extention ? `${nom}.${extention}` : nom);
    expect(response.headers.get("Set-Cookie")).toBeNull();
  });

  test("n’est montré que s’il est une image ou un PDF, par ses octets et non par son nom", async () => {
    const type = async (contenu: Uint8Array, nom: string) => {
      const { headers } = await lire(agence.personne, (await deposer(api, contenu, nom)).url);
      return [
        headers.get("Content-Type"),
        headers.get("Content-Disposition")?.split(";")[0],
        headers.get("X-Content-Type-Options"),
      ];
    };
    expect(await type(PNG, "pixel.txt")).toEqual(["image/png", "inline", "nosniff"]);
    expect(await type(PDF, "bail.exe")).toEqual(["application/pdf", "inline", "nosniff"]);
    for (const nom of ["page.html", "photo.jpg", "dessin.svg", "bail.pdf"]) {
      expect(await type(SVG, nom)).toEqual(["application/octet-stream", "attachment", "nosniff"]);
    }
  });
});

describe("Un téléversement refusé ne laisse rien", () => {
  const image = (contenu: Piece["contenu"]) => fichier(contenu, "photo.jpg");
  const CAS: [string, string, Piece[], number][] = [
    ["un SVG nommé .jpg", "/Image", [image(SVG)], 415],
    ["un PDF parmi des images", "/Image", [image(PNG), image(PDF)], 415],
    ["un fichier vide", "/Fichier", [fichier("")], 422],
    ["une image vide après une bonne", "/Image", [image(PNG), image("")], 422],
    ["la vingt et unième image", "/Image", Array.from({ length: 21 }, () => image(PNG)), 422],
    ["deux fichiers pour un", "/Fichier", [fichier(PDF), fichier(PDF)], 422],
    ["aucun fichier", "/Fichier", [{ champ: "nom", contenu: "Bail" }], 422],
    ["un texte au lieu du fichier", "/Fichier", [{ champ: "url", contenu: "Bail" }], 422],
    ["un champ inconnu", "/Fichier", [fichier(PDF), { champ: "role", contenu: "admin" }], 422],
    ["un client inconnu", "/Fichier", [fichier(PDF), { champ: "ClientId", contenu: "99999" }], 422],
    ["un client mal dit", "/Fichier", [fichier(PDF), { champ: "ClientId", contenu: "1e3" }], 422],
    [
      "un nom démesuré",
      "/Fichier",
      [fichier(PDF), { champ: "nom", contenu: "x".repeat(300) }],
      422,
    ],
    ["un texte sans fin", "/Fichier", [{ champ: "nom", contenu: "x".repeat(100_000) }], 422],
    [
      "un appartement inconnu",
      "/Image",
      [image(PNG), { champ: "AppartementId", contenu: "99999" }],
      422,
    ],
  ];

  test.each(CAS)("%s", async (_nom, path, pieces, attendu) => {
    const avant = await traces(api);
    const { status, error } = await envoyer(api, path, pieces);
    expect([status, error.message]).toEqual([attendu, expect.stringMatching(/[a-zé]/)]);
    expect(await traces(api)).toEqual(avant);
  });

  test.each([
    ["dans un petit fichier", 300],
    ["au milieu de la troisième tranche", 12 * MO],
    ["juste avant la fin", VINGT_MO + 150],
  ])("la connexion coupée %s", async (_nom, coupeApres) => {
    const avant = await traces(api);
    const { status } = await envoyer(api, "/Image", [image(PNG), image(octets(JPEG, VINGT_MO))], {
      coupeApres,
    });
    expect(status).toBe(400);
    expect(await traces(api)).toEqual(avant);
  });

  test("une longueur annoncée trop grande est refusée d’emblée, une fausse ne trompe personne", async () => {
    const entetes = { "Content-Length": String(97 * MO) };
    expect((await envoyer(api, "/Fichier", [fichier(PDF)], { entetes })).status).toBe(413);
    const menteur = { "Content-Length": "12" };
    const { status, data } = await envoyer<Fichier>(api, "/Fichier", [fichier(PDF)], {
      entetes: menteur,
    });
    expect([status, data.taille]).toEqual([201, PDF.length]);
  });

  test("plus de 95 Mo, sans le dire", async () => {
    const avant = await traces(api);
    const { status } = await envoyer(api, "/Fichier", [fichier(octets(PDF, 95 * MO + 1))]);
    expect(status).toBe(413);
    expect(await traces(api)).toEqual(avant);
  });

  test("un corps qui n’est pas un formulaire", async () => {
    for (const [type, attendu] of [
      ["application/json", 415],
      ["multipart/form-data", 415],
      ["multipart/form-data; boundary=autre", 400],
      ["application/octet-stream", 415],
    ] as const) {
      const headers = { "Content-Type": type };
      const response = await api.fetch("/api/Fichier", { method: "POST", headers, body: "{}" });
      expect([type, response.status]).toEqual([type, attendu]);
    }
  });

  test("un formulaire là où un JSON est attendu", async () => {
    const client = await creer(api, "Client", PROPRIETAIRE);
    for (const [methode, path] of [
      ["PUT", `/Client/${client.id}`],
      ["POST", "/Client"],
    ] as const) {
      const { status } = await envoyer(api, path, [fichier(PDF)], { methode });
      expect(status).toBe(415);
    }
  });

  test("un téléversement que R2 refuse en chemin", async () => {
    const avant = await traces(api);
    const enPanne = new Proxy(env.FILES, {
      get: (vrai, nom: keyof R2Bucket) =>
        nom === "createMultipartUpload"
          ? async (...args: Parameters<R2Bucket["createMultipartUpload"]>) =>
              panneAuSecond(await vrai.createMultipartUpload(...args))
          : vrai[nom].bind(vrai),
    });
    const house = openHouse({ FILES: enPanne });
    const atteint = house.api(await connecter(house.api(), ADMIN.email, ADMIN.password));
    const { status } = await envoyer(atteint, "/Image", [
      image(PNG),
      image(octets(JPEG, VINGT_MO)),
    ]);
    expect(status).toBe(503);
    expect(await traces(api)).toEqual(avant);
  });

  const panneAuSecond = (vrai: R2MultipartUpload) =>
    new Proxy(vrai, {
      get: (_, nom: keyof R2MultipartUpload) => {
        if (nom === "uploadPart") {
          return async (n: number, octets: Uint8Array) => {
            if (n === 2) throw new Error("uploadPart: internal error (10001)");
            return vrai.uploadPart(n, octets);
          };
        }
        const valeur = vrai[nom];
        return typeof valeur === "function" ? valeur.bind(vrai) : valeur;
      },
    });
});
