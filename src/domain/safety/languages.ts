import { type Rule, rules, type Severity } from './rule.ts'
import { sentenceAround } from './sentence.ts'

/** The words of a language for orders to drop instructions: verbs, objects, and whose or which they are. */
interface Tongue {
  readonly gone: string
  readonly given: RegExp
  readonly whose: RegExp
}

/** Languages in Latin script. */
const LATIN: readonly Tongue[] = [
  {
    gone: String.raw`vergiss|vergessen\ssie|ignorier\p{L}{0,3}|missacht\p{L}{1,3}|verwirf|verwerfen|gelten\s(?:[^.\n]{0,30}\s)?nicht|gilt\s(?:[^.\n]{0,30}\s)?nicht|außer\skraft|hinfällig|entbunden|halte\sdich\snicht|beachte\s[^.\n]{0,40}\snicht`,
    given: /anweisung|vorgabe|regel|richtlinie|instruktion|befehl|auftrag|alles|gesagt|aufgetragen/i,
    whose: /bisher|vorher|früher|vorig|ursprünglich|zuvor|\bdir\b|\bdeine|\bihre\b|system|\balten/i,
  },
  {
    gone: String.raw`olv[ií]da(?:te)?|olvide|ignor[ae]n?|descart[ae]|haz\scaso\somiso|no\s(?:sigas|obedezcas|hagas\scaso)|pasa\spor\salto|(?:quedan?|deja)\s(?:sin\sefecto|de\slado)|ya\sno\s(?:valen|aplican|rigen)`,
    given: /instruccion|indicacion|reglas|directri|[óo]rdenes|restriccion|todo\slo|lo\sque|cuanto/i,
    whose: /anterior|previ[oa]|\bantes\b|hasta\sahora|sistema|\bte\s(?:dij|han|dieron)|\btus\s/i,
  },
  {
    gone: String.raw`esque[çc]a|esque[çc]am|ignor[ae]m?|desconsider[ae]|n[ãa]o\s(?:siga|obede[çc]a)|deix[ea]\sde\slado|n[ãa]o\svalem\smais`,
    given: /instru[çc][õo]|regras|ordens|diretri|comandos|restri|tudo\s(?:o\s)?que|o\sque/i,
    whose: /anterior|\bantes\b|pr[ée]vi[oa]|sistema|\bsuas\s|at[ée]\sagora|disseram/i,
  },
  {
    gone: String.raw`oubli(?:e|ez)|ignor(?:e|ez|er)|ne\s(?:tiens|tenez)\s(?:pas|plus)\scompte|fai(?:s|tes)\sabstraction|ne\s(?:suis|suivez|respecte[zr]?)\s(?:pas|plus)|(?:sont|est)\s(?:caduc|annul|nul)\p{L}{0,4}|ne\ss'appliquent?\splus`,
    given: /instructions|consignes|règles|directives|ordres|tout\sce|ce\squ/i,
    whose: /précédent|antérieur|\bavant\b|auparavant|jusqu|système|\bt['’]a\s|\bvous\sa\s|\btes\s|\bvos\s|ci-dessus/i,
  },
  {
    gone: String.raw`dimentica(?:re|te)?|ignora(?:re|te)?|non\s(?:seguire|tenere\sconto|considerare)|trascura|scarta|non\svalgono\spiù`,
    given: /istruzion|regole|direttive|ordini|tutto\sciò|tutto\squello|quanto|ciò\sche/i,
    whose: /precedent|\bprima\b|sistema|finora|\bti\sè\sstat|\btue\s/i,
  },
  {
    gone: String.raw`vergeet|negeer|trek\sje\sniets\saan|gelden\sniet|zijn\svervallen`,
    given: /instructies|regels|aanwijzingen|opdrachten|richtlijnen|alles\swat/i,
    whose: /vorige|eerder|voorgaande|systeem|\bje\s(?:is|hebt)|bovenstaande|tot\snu\stoe/i,
  },
  {
    gone: String.raw`zapomnij|z?ignoruj|nie\sprzestrzegaj|odrzu[ćc]|nie\sobowiązują`,
    given: /instrukc|polece|zasad|reguł|nakaz|wszystk/i,
    whose: /wcześniej|poprzedn|dotychczas|system|powyższ|twoj/i,
  },
  {
    gone: String.raw`yok\ssay\p{L}{0,4}|görmezden\sgel\p{L}{0,4}|unut(?:un)?|dikkate\salma\p{L}{0,4}|geçersiz\p{L}{0,4}`,
    given: /talimat|kural|komut|yönerge|emir|söylenen/i,
    whose: /önceki|daha\sönce|yukarıdaki|sistem|tüm|şimdiye/i,
  },
  {
    gone: String.raw`abaikan|lupakan|jangan\s(?:ikuti|patuhi)`,
    given: /instruksi|perintah|aturan|arahan|petunjuk/i,
    whose: /sebelum|di\satas|sistem|semua|terdahulu/i,
  },
  {
    gone: String.raw`glöm|glem|ignorera|ignorer|bortse\sfrån|se\sbort\sfra|strunta\si`,
    given: /instruktion|instruks|regler|anvisning|order|allt?\b/i,
    whose: /tidigare|tidligere|föregående|forrige|ovan|system|\bdin/i,
  },
  {
    gone: String.raw`zapomeň|ignoruj|neřiď\sse|felejtsd\sel|hagyd\sfigyelmen|uită|ignoră|unohda|jätä\shuomiotta`,
    given: /pokyn|instrukc|pravid|příkaz|utasítás|szabály|parancs|instrucțiun|reguli|ohjee|säännö|käsky/i,
    whose:
      /předchoz|dřív|systém|výše|všech|korábbi|előző|fenti|rendszer|anterioar|mai\ssus|sistem|aiem|edelli|yllä|järjestelm/i,
  },
]

/** Languages in other scripts. */
const OTHER_SCRIPTS: readonly Tongue[] = [
  {
    gone: '忽略|无视|無視|忘[记記掉]|不要(?:理会|遵守|遵循|管)|抛开|拋開|别管|不用管|不必(?:理会|遵守)|丢弃|推翻|不再(?:遵守|受|适用|有效)|作[废廢]|失效|当作不存在',
    given: /指令|指示|规则|規則|提示|限制|设定|命令|约束|说过的/u,
    whose: /之前|以前|以上|先前|上述|前面|上面|系统|系統|原有|此前|刚才|你|既有|开发者/u,
  },
  {
    gone: '無視|忘れ|破棄|従わな|従うな|気にせず|取り消|無効|無かったこと',
    given: /指示|命令|ルール|プロンプト|規則|制約|言われた/u,
    whose: /以前|これまで|今まで|上記|前の|先の|システム|元の|与えられた|いままで/u,
  },
  {
    gone: '무시|잊어|잊으|따르지\\s?(?:마|말|않)|폐기|무효',
    given: /지시|명령|규칙|프롬프트|지침|제한/u,
    whose: /이전|위의|기존|지금까지|앞의|시스템|원래/u,
  },
  {
    gone: String.raw`игнорир\p{L}{1,6}|забуд\p{L}{1,4}|не\s(?:следуй|слушай|выполняй|обращай|учитывай)\p{L}{0,2}|отбрось\p{L}{0,2}|отмен(?:и|ен)\p{L}{0,3}|пренебрег\p{L}{1,3}|больше\sне\sдейству\p{L}{1,3}|ігнор\p{L}{1,6}|відкинь|не\sвиконуй`,
    given: /инструкц|указани|правил|команд|приказ|вс[её],?\sчто|ограничени|інструкц|вказівк/iu,
    whose: /предыдущ|прежн|прошл|ранее|раньше|выше|систем|сво[иё]|тебе|разработчик|изначальн|попередн|раніше/iu,
  },
  {
    gone: String.raw`تجاهل|انس|تخط|لا\sتتبع|لا\sتلتزم|התעלם|שכח|אל\sתציית|αγνόησε|ξέχασε|μην\sακολουθ\p{L}{1,4}`,
    given: /تعليمات|أوامر|قواعد|توجيهات|كل\sما|הוראות|כללים|הנחיות|οδηγί|εντολ|κανόν/u,
    whose: /السابق|قبل|أعلاه|النظام|קודמ|לעיל|המערכת|προηγούμεν|παραπάνω|συστήμ/u,
  },
  {
    gone: String.raw`अनदेखा|नज़रअंदाज़|भूल|bỏ\squa|quên|phớt\slờ|không\s(?:cần\s)?tuân|ละเว้น|เพิกเฉย|ลืม|ไม่ต้องทำตาม`,
    given: /निर्देश|नियम|आदेश|hướng\sdẫn|chỉ\sdẫn|lệnh|quy\stắc|chỉ\sthị|คำสั่ง|กฎ|ข้อกำหนด/u,
    whose: /पिछल|पहले|सभी|ऊपर|सिस्टम|trước|hệ\sthống|ở\strên|tất\scả|ก่อนหน้า|ทั้งหมด|ระบบ|ข้างต้น/u,
  },
]

const OVERRIDE = 'tells the model to set aside the instructions it was given'
const HIDE = 'tells the model to keep something from the user'

/** Matches whole words of any script. */
const WHOLE_WORD = (inner: string): string => String.raw`(?<!\p{L})(?:${inner})(?!\p{L})`

/** Matches a sentence with the verb, the object and its owner; "do not forget the rules" is excluded. */
const inOneSentence =
  (tongues: readonly Tongue[]) =>
  (match: RegExpExecArray, text: string): Severity | undefined => {
    const sentence = sentenceAround(text, match.index, match[0].length)
    const before = text.slice(Math.max(0, match.index - 12), match.index)
    if (/(?:\b(?:n[oã]?[nt]?o?|nicht|niet|nie|pas|n')|不要|不能|不得|不可|请勿|勿|别|не)\s{0,2}$/iu.test(before))
      return undefined
    return tongues.some(({ given, whose }) => given.test(sentence) && whose.test(sentence)) ? 'warn' : undefined
  }

/** The two most important phrases in widely used languages; the other rules read code. */
export const OTHER_LANGUAGES: readonly Rule[] = [
  ...rules('prompt-injection', 'warn', OVERRIDE, [
    [new RegExp(WHOLE_WORD(LATIN.map(({ gone }) => gone).join('|')), 'giu'), inOneSentence(LATIN)],
    [new RegExp(`(?:${OTHER_SCRIPTS.map(({ gone }) => gone).join('|')})`, 'giu'), inOneSentence(OTHER_SCRIPTS)],
  ]),
  ...rules('concealment', 'warn', HIDE, [
    /(?:不要|别|勿|切勿|不能|不得|不可)(?:告诉|告訴|通知|提醒|让|讓)[^。\n]{0,6}(?:用户|用戶|使用者)|(?:不要|别|勿|切勿|不得)向(?:用户|用戶|使用者)[^。\n]{0,8}(?:透露|提及|提到|报告|说明)|(?:瞒着|背着)(?:用户|用戶|使用者)|(?:ユーザー|利用者)に(?:は|も)?[^。\n]{0,16}(?:知らせ|言わ|伝え|教え|報告し|話さ|気づかれ)(?:ない|ず)|사용자에게[^.\n]{0,16}(?:알리|말하|보고하|언급하)지\s?(?:마|말|않)|사용자\s?모르게|не\s+(?:говори|сообщай|рассказывай)\p{L}{0,4}[^.\n]{0,20}пользовател/giu,
  ]),
]
