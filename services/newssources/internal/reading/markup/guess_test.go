package markup

import (
	"strings"
	"testing"
)

// newsTexts has a news text in each language in which undeclared encodings are detected.
var newsTexts = map[string]struct {
	text      string
	encodings string // those that are detected, separated by spaces
}{
	"Russian": {"Городской совет утвердил бюджет на следующий год после долгих споров. Строительство нового моста " +
		"начнётся весной, сообщили в мэрии.", "windows-1251 koi8-r iso-8859-5 ibm866"},
	"Ukrainian": {"Міська рада затвердила бюджет на наступний рік після тривалих суперечок. Будівництво нового мосту " +
		"почнеться навесні.", "windows-1251"},
	"Bulgarian": {"Общинският съвет прие бюджета за следващата година след дълги спорове. Строителството на новия мост " +
		"започва през пролетта.", "windows-1251"},
	"Simplified Chinese":  {"市政府公布明年预算草案，主要用于道路建设和公共交通。记者从会议上了解到，新的大桥将在春天开工，经济发展部门表示支持。", "gb18030"},
	"Traditional Chinese": {"市政府公布明年預算草案，主要用於道路建設和公共交通。記者從會議上了解到，新的大橋將在春天開工，經濟發展部門表示支持。", "big5"},
	"Japanese":            {"市議会は来年度の予算案を可決した。新しい橋の建設は春に始まるとみられ、市長は記者会見で「交通の便がよくなる」と話した。", "shift_jis euc-jp"},
	"Korean":              {"시의회는 오랜 논쟁 끝에 내년 예산을 승인했다. 새로운 다리의 건설은 봄에 시작될 것이라고 시장이 기자회견에서 밝혔다.", "euc-kr"},
	"Arabic": {"أقر مجلس المدينة ميزانية العام المقبل بعد نقاش طويل. ويبدأ بناء الجسر الجديد في الربيع كما أعلن " +
		"رئيس البلدية.", "windows-1256 iso-8859-6"},
	"Hebrew": {"מועצת העיר אישרה את תקציב השנה הבאה אחרי ויכוח ארוך. בניית הגשר החדש תתחיל באביב, אמר ראש העירייה.",
		"windows-1255"},
	"Greek": {"Το δημοτικό συμβούλιο ενέκρινε τον προϋπολογισμό του επόμενου έτους μετά από μακρά συζήτηση. Η " +
		"κατασκευή της νέας γέφυρας αρχίζει.", "windows-1253"},
	"Thai": {"สภาเมืองอนุมัติงบประมาณปีหน้าหลังจากการอภิปรายอันยาวนาน การก่อสร้างสะพานใหม่จะเริ่มในฤดูใบไม้ผลิ " +
		"นายกเทศมนตรีกล่าว", "windows-874"},
	"Polish": {"Rada miasta przyjęła budżet na przyszły rok po długiej dyskusji. Budowa nowego mostu zacznie się " +
		"wiosną, powiedział prezydent. Część środków trafi do szkół.", "windows-1250 iso-8859-2"},
	"Czech": {"Zastupitelstvo města schválilo rozpočet na příští rok po dlouhé debatě. Stavba nového mostu začne " +
		"na jaře, řekl primátor. Část peněz půjde školám.", "windows-1250 iso-8859-2"},
	"Hungarian": {"A városi közgyűlés hosszú vita után elfogadta a jövő évi költségvetést. Az új híd építése tavasszal " +
		"kezdődik, közölte a főpolgármester.", "windows-1250"},
	"Turkish": {"Belediye meclisi uzun tartışmaların ardından gelecek yılın bütçesini onayladı. Yeni köprünün " +
		"yapımına baharda başlanacağı açıklandı.", "windows-1254"},
	"Lithuanian": {"Miesto taryba po ilgų ginčų patvirtino kitų metų biudžetą. Naujo tilto statyba prasidės pavasarį, " +
		"pranešė mėras. Dalis lėšų atiteks mokykloms, sakė jis šią savaitę.", "windows-1257"},
}

func encodeAs(t *testing.T, charset, text string) []byte {
	t.Helper()
	b, err := encodingNamed(charset).NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(charset, err)
	}
	return b
}

func TestUndeclaredEncodingIsGuessed(t *testing.T) {
	t.Parallel()
	for language, c := range newsTexts {
		for charset := range strings.FieldsSeq(c.encodings) {
			document := "<rss><channel><title>News</title><item><title>" + c.text + "</title></item>"
			d, err := Decode(encodeAs(t, charset, document), Hints{})
			if err != nil {
				t.Fatal(err)
			}
			if string(d.Text) != document || d.Faults[GuessedCharset] != 1 || d.Faults[NoCharset] != 0 {
				t.Errorf("%s in %s is read as %s: %.120s", language, charset, d.Charset, d.Text[40:])
			}
		}
	}
	escaped := encodeAs(t, "iso-2022-jp", "<rss>市議会は来年度の予算案を可決した。")
	if d, err := Decode(escaped, Hints{}); err != nil || d.Charset != "iso-2022-jp" || d.Faults[GuessedCharset] != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestWeakEvidenceIsWindows1252 checks that Western text and text that is too short are read as
// windows-1252.
func TestWeakEvidenceIsWindows1252(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"German": "Der Stadtrat beschließt nach längerer Debatte den Haushalt für nächstes Jahr. Die Bauarbeiten für " +
			"die neue Brücke beginnen im Frühling, sagte der Bürgermeister. Über die Höhe der Gebühren wird später entschieden.",
		"French": "Le conseil municipal a adopté le budget de l’année prochaine après un débat animé. La construction " +
			"du pont débutera à l’été, a déclaré le maire, où les élèves et les forêts ont été évoqués.",
		"Spanish": "¿Qué pasó? El ayuntamiento aprobó el presupuesto del próximo año después de una discusión. La " +
			"construcción del puente empezará en otoño, según el alcalde, también mañana.",
		"Italian": "Il consiglio comunale ha approvato il bilancio, perché la città è più grande. La costruzione del " +
			"ponte comincerà in primavera, però già oggi si può e così via, né più né meno, con onestà, verità e libertà.",
		"Portuguese": "A câmara aprovou o orçamento do próximo ano após longa discussão. A construção da ponte não " +
			"começará já, informações da administração são públicas.",
		"Swedish": "Kommunfullmäktige har godkänt nästa års budget efter en lång debatt. Bygget av den nya bron börjar " +
			"till våren, säger borgmästaren på måndagen. Många är kritiska.",
		"Icelandic": "Borgarstjórn samþykkti fjárhagsáætlun næsta árs eftir langar umræður. Bygging nýrrar brúar hefst í " +
			"vor, sagði borgarstjórinn í dag á fundi með blaðamönnum.",
		"Estonian": "Linnavolikogu kinnitas pärast pikka arutelu järgmise aasta eelarve. Uue silla ehitus algab kevadel, " +
			"ütles linnapea. Töö käib õhtuti ja pühapäeviti, lõpp on lähedal.",
		"Catalan": "L’ajuntament ha aprovat el pressupost de l’any vinent després d’una llarga discussió. La construcció " +
			"començarà a la primavera, però això és només l’inici, va dir ahir l’alcaldessa; també hi haurà més places.",
		"short": "Привет",
	} {
		charset := "windows-1252"
		if name == "short" {
			charset = "windows-1251"
		}
		d, err := Decode(encodeAs(t, charset, "<rss><title>"+text), Hints{})
		if err != nil || d.Charset != "windows-1252" || d.Faults[NoCharset] != 1 || d.Faults[GuessedCharset] != 0 {
			t.Errorf("%s is read as %s, %v", name, d.Charset, err)
		}
	}
}
