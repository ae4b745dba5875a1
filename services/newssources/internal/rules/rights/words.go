package rights

import (
	"regexp"
	"slices"
	"strings"
)

// Parts of the patterns below, in the languages of common news sites. Case matters for the abbreviations only: "ai" is
// a word of Italian and French.
const (
	// miningTopic matches names of text and data mining and of machine learning.
	miningTopic = `(?i:(?:text|tekst|szöveg)\S*\s+\S+\s+(?:data|dat)[- ]?\S*(?:mining|utvinning|bányász)|data[- ]?mining|` +
		`datutvinning|datautvinning|adatbányász|tiedonlouhin|\btdm\b|\btext mining|fouille de|min(?:e|erí|eri)a de |` +
		`minería|mineração|estrazione (?:di|da) (?:testo|testi|dati)|eksploracj\S+ (?:tekst|danych)|` +
		`vytěžování (?:text|dat)|vyťažovani|extragere\S* (?:de|a) (?:text|date)|интеллектуальн\S+ анализ|εξόρυξη|` +
		`veri madencili|テキスト.{0,6}マイニング|データマイニング|文本.{0,4}数据挖掘|数据挖掘|텍스트.{0,8}마이닝|` +
		`§ ?44 ?b|2019/790|122-5-3|` +
		`machine[- ]?learning|maschinelle\S* lern|apprentissage (?:automatique|machine)|aprendizaje autom|` +
		`apprendimento autom|aprendizado de máquina|aprendizagem automática|machinaal leren|maskininlärning|` +
		`maskinlæring|koneoppimi|uczeni\S+ maszynow|strojov\S+ učen|gépi tanulás|машинн\S+ обуч|машинн\S+ навч|` +
		`makine öğren|μηχανικ\S+ μάθησ|機械学習|机器学习|機器學習|기계 ?학습|머신 ?러닝)`
	// aiTopic matches names of artificial intelligence.
	aiTopic = `\b(?:AI|A\.I\.|GenAI|KI|IA|SI|LLMs?|GPT)\b|(?i:artificial intelligence|generative ai\b|ai[- ]training|` +
		`\btrain(?:ing)?\s+(?:of\s+)?(?:\pL+\s+)?(?:ai|llms?|models?)\b|language models?|foundation models?|` +
		`künstliche\S* intelligenz|ki-train|sprachmodell|intelligence artificielle|inteligencia artificial|` +
		`intelligenza artificiale|inteligência artificial|intel·ligència artificial|kunstmatige intelligentie|` +
		`artificiell intelligens|kunstig intelligens|tekoäly|sztuczn\S+ inteligenc|uměl\S+ inteligenc|umel\S+ inteligenc|` +
		`mesterséges intelligenci|inteligenț\S+ artificial|искусственн\S+ интеллект|штучн\S+ інтелект|yapay zek|` +
		`нейросет|нейромереж|\P{L}(?:ИИ|ШІ)(?:\P{L}|$)|` +
		`τεχνητή\S* νοημοσύνη|人工知能|人工智能|生成AI|인공 ?지능|الذكاء الاصطناعي)`
	topic = `(?:` + miningTopic + `|` + aiTopic + `)`
)

var (
	machineLearningTopic = regexp.MustCompile(topic)
	// aiMade matches the note that a text or a picture was made by a model.
	aiMade = regexp.MustCompile(`(?i)\b(?:ai|ki|ia)[- ](?:generated|assisted|generiert\S*|generada|gestützt)|` +
		`(?:generated|created|made) (?:by|with) (?:an )?ai\b|(?:mit|von|durch) ki (?:erstellt|generiert)`)
	// rightsFormula matches the usual formula, also with "other". It does not tell about the uses before it, such as in
	// "AI Weekly, all rights reserved".
	rightsFormula = regexp.MustCompile(`(?i)all (?:other )?rights (?:are )?reserved|` +
		`alle (?:anderen |weiteren |übrigen |sonstigen )?rechte (?:sind )?vorbehalten|` +
		`tous (?:les )?(?:autres )?droits (?:sont )?réservés|(?:todos )?(?:los )?(?:demás )?derechos reservados|` +
		`tutti (?:gli |i )(?:altri )?diritti (?:sono )?riservati|todos os (?:demais |outros )?direitos reservados|` +
		`alle (?:andere )?rechten voorbehouden|all[ae] (?:andra |andre )?(?:rättigheter|rettighe[td]er\pL*) forbe\pL*|` +
		`alla (?:andra )?rättigheter förbe\pL*|kaikki (?:muut )?oikeudet pidätetään|wszelkie (?:inne )?prawa zastrzeżone|` +
		`všechna (?:ostatní )?práva (?:jsou )?vyhrazena|všetky (?:ostatné )?práva (?:sú )?vyhradené|` +
		`vse pravice pridržane|sva prava (?:su )?(?:pridržana|zadržana)|сва права (?:су )?задржана|` +
		`tots els drets reservats|kõik õigused kaitstud|visas tiesības (?:aizsargātas|paturētas)|` +
		`visos teisės saugomos|(?:всі|усі) права (?:захищен|застережен)о|всички права (?:са )?запазени|` +
		`με (?:την )?επιφύλαξη παντός (?:νόμιμου )?δικαιώματος|hak cipta dilindungi|giữ (?:toàn )?bản quyền|` +
		`無断転載(?:・?複製|・?引用)?(?:を|は)?(?:固く|一切)?(?:お断り|禁)(?:じ(?:ます|る)|止)?|版权所有|版權所有|保留(?:所有|一切)[权權]利|` +
		`모든 권리 보유|무단 ?전재[^.]{0,10}금지|جميع الحقوق محفوظة|כל הזכויות שמורות|सर्वाधिकार सुरक्षित|สงวนลิขสิทธิ์|` +
		`minden (?:egyéb )?jog fenntartva|toate drepturile rezervate|` +
		`все (?:остальные )?права защищены|tüm hakları saklıdır`)
	// noProhibition matches words that deny a prohibition, or say that no permission is needed.
	noProhibition = regexp.MustCompile(`(?i)\b(?:not|never|nor|n't|no longer) (?:\pL+ )?(?:prohibited|forbidden|reserved|` +
		`restricted|excluded|banned)|\b(?:without|no|free of) (?:any |further |prior |other )?(?:restrictions?|` +
		`reservations?|prohibitions?|limits?|limitations?|permissions?|licen[cs]es?|consent|fees?|payments?|attribution)|` +
		`nicht (?:\pL+ )?(?:verboten|untersagt|vorbehalten|ausgeschlossen)|` +
		`(?:ohne|kein\pL*) (?:\pL+ )?(?:vorbehalt|einschränkung|genehmigung|erlaubnis|zustimmung|lizenz)\pL*|` +
		`(?:pas|non|sans) (?:interdit|réserv|restriction|opposition)\pL*|` +
		`\bno (?:está |están |se )?(?:prohíb|prohib|reserv)\pL*|` +
		`\bsin (?:restricc|reserv)\pL*|\bnon (?:è |sono )?(?:vietat|riservat|proibit)\pL*|senza (?:restriz|riserv)\pL*|` +
		`não (?:é |está |são )?(?:proibid|reservad|vedad)\pL*|sem (?:restri|reserv)\pL*|niet (?:verboden|voorbehouden)|` +
		`inte förbjud\pL*|ikke forb\pL*|nie (?:jest )?(?:zabron|zabrania|zakaz)\pL*|не запрещ\pL*|не заборон\pL*`)
	// prohibition matches words that reserve or prohibit a use.
	prohibition = regexp.MustCompile(`(?i)prohib|\bforbid|\bbanned\b|\breserv|disallow|\bexclud|\bunauthori[sz]ed|` +
		`\bnot (?:\pL+ ){0,2}(?:permi|allow|authori[sz]|grant|used?\b|licen[cs]ed|consent)|\bnot for\b|` +
		`\b(?:may|must|shall|can|do|does|will)(?: not|n't|n’t)\b|\bcannot\b|\b(?:is|are) not\b\s*$|` +
		`[:=]\s*(?:no|none|non|nein|nee|nej|nie|não)\W*$|\bopt(?:s|ed|ing)?[- ]?out|\bno (?:part|portion)\b|` +
		`\bonly (?:\pL+ ){0,2}with\b|\bsubject to\b|\brequires? |(?:permission|consent|licen[cs]e) (?:is )?(?:required|needed)|` +
		`verboten|untersag|vorbehalt|vorbehält|unzulässig|ausgeschlossen|widerspr|\bnur mit\b|\bbedarf\b|\bbedürfen\b|` +
		`nicht (?:\pL+ ){0,3}(?:gestattet|erlaubt|zulässig|zugelassen|genehmigt|verwendet|genutzt)|` +
		`\bd(?:arf|ürfen) (?:\pL+ ){0,3}nicht\b|\bm(?:ag|ogen) (?:\pL+ ){0,3}niet\b|får (?:inte|ej|ikke)\b|må ikke|` +
		`\bnon p(?:uò|ossono)\b|\bnu (?:este |sunt |se )?(?:permi|poate|pot\b|autoriz)|nesm[ií]|nie mo(?:że|gą|żna)|` +
		`nem használ|ne sme|kullanılam|لا (?:يجوز|يسمح)|でき(?:ない|ません)|수 없|нельзя|не можна|не мо(?:же|гу)т|` +
		`interdi|réserv|oppos|\bexclu|non autoris|` +
		`(?:n'est|n’est|ne sont|ne peu\pL*|ne doi\pL*) (?:\pL+ ){0,1}pas(?: autoris| permis)?|` +
		`prohíb|\bno (?:se )?(?:permit|autoriz|está\pL* (?:permit|autoriz)|pued|podrá)|se opone|` +
		`\bviet(?:at|a\b)|proibi|riserv|divieto|\bnon (?:è |sono )?(?:consentit|permess|autorizzat|ammess)|` +
		`vedad|não (?:é |são |está )?(?:permit|autoriz|pode)|no es permet|` +
		`verboden|voorbehoud|niet (?:\pL+ ){0,1}(?:toegestaan|toegelaten|gebruikt)|` +
		`förbjud|förbeh|(?:inte|ej|ikke) (?:\pL+ ){0,1}till|otillåt|forbud|forbyd|forbeh|ikke lov|` +
		`kielle|pidät|ei (?:ole )?salli|ei saa|zabron|zabrania|zakaz|zastrz|nie (?:zezwal|wolno|jest dozwol)|` +
		`zakáz|vyhraz|vyhrad|není (?:dovol|povol)|nie je (?:dovol|povol)|tilos|\btilt(?:ott|ja|va)|fenntart|nem (?:engedély|megenged)|` +
		`interzi|rezerv|απαγορ|επιφυλ|δεν επιτρ|запрещ|запрет|заборон|забран|не допуск|не разреш|не дозвол|` +
		`yasak|saklı|izin veril|禁止|禁じ|留保|お断り|許可され(?:てい)?(?:ない|ません)|認め(?:られ)?(?:てい)?(?:ない|ません)|不得|严禁|嚴禁|保留|未经|未經|금지|불허|허용(?:되지|하지) ?않|` +
		`يحظر|محظور|ممنوع|محفوظ`)
	// noUse matches "no text and data mining" and "NoAI".
	noUse = regexp.MustCompile(`(?:(?i:\b(?:no|kein|keine|keinerlei|geen|ingen|pas de|pas d'|aucune?|žádné))\s+(?:[\pL-]+\s+){0,2}` +
		topic + `|(?i:\bno[-_ ]?(?:ai|tdm|llm)\b))`)
	// continuation matches the start of a text that extends the prohibition before it.
	continuation = regexp.MustCompile(`(?i)^[\s,.:(–-]*(?:this|dies|ceci|esto|questo|isso)?\s*(?:\pL+\s){0,2}?` +
		`(?:including|includes?|also|even|for|in particular|insbesondere|einschließlich|inklusive|auch|gilt|für|y compris|notamment|pour|` +
		`incluid\pL*|incluso|incluye\pL*|también|para|compres\pL*|inclus\pL*|anche|per|inclusief|ook|voor|inklusive|även|` +
		`også|w tym|včetně|beleértve|inclusiv|включая|в том числе|dahil)(?:\s|,)`)
	permission = regexp.MustCompile(`(?i)permitted|allowed|gestattet|erlaubt|autoris|permitid|consentit|permess|toegestaan|` +
		`tillåt|tillad|tillatt|dozwol|разреш`)
	clauseEnd = regexp.MustCompile(`,|\s(?:but|aber|mais|pero|ma|mas|maar|while|whereas)\s`)
	// sentenceEnd matches the end of a sentence, but not that of an abbreviation such as "Abs." and "Inc.".
	sentenceEnd = regexp.MustCompile(`(\pL{4,}|\d{4}|[)”"])[.!?]+(?:\s+|$)|([。;|•])`)
)

// reservesMachineLearning reports whether a text about the copyright reserves or prohibits machine learning, or text
// and data mining, in words. Sentences are read one by one, because the name of an outlet may have "AI".
func reservesMachineLearning(text string) bool {
	text = aiMade.ReplaceAllString(text, "")
	text = sentenceEnd.ReplaceAllString(rightsFormula.ReplaceAllString(text, "$0\n"), "$1\n")
	isProhibited := false // in the sentence before
	for sentence := range strings.SplitSeq(text, "\n") {
		hasTopic := machineLearningTopic.MatchString(sentence)
		continues := isProhibited && continuation.MatchString(sentence) && !permission.MatchString(sentence)
		// “All rights reserved” alone does not reserve the uses that the same sentence names.
		withoutFormula := rightsFormula.ReplaceAllString(sentence, "")
		if hasTopic && continues || slices.ContainsFunc(clausesOf(withoutFormula), isReservation) {
			return true
		}
		isProhibited = continues || prohibition.MatchString(noProhibition.ReplaceAllString(sentence, ""))
	}
	return false
}

// isReservation reports whether a sentence or a part of one names machine learning and prohibits or reserves it.
func isReservation(text string) bool {
	text = noProhibition.ReplaceAllString(text, "")
	return machineLearningTopic.MatchString(text) && prohibition.MatchString(text) || noUse.MatchString(text)
}

// clausesOf returns the parts of a sentence that permits one use and prohibits another, or else the sentence.
func clausesOf(sentence string) []string {
	if permission.MatchString(prohibition.ReplaceAllString(sentence, " ")) {
		return clauseEnd.Split(sentence, -1)
	}
	return []string{sentence}
}
