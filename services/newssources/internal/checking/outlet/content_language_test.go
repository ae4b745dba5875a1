package outlet_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
)

// TestLanguageOfContentContradictsOnlyOtherLanguages checks papers in each language of the simulator,
// and other titles.
func TestLanguageOfContentContradictsOnlyOtherLanguages(t *testing.T) {
	t.Parallel()
	noticed := 0
	for _, language := range papers.Languages() {
		for seed := range uint64(20) {
			var titles []string
			for _, a := range papers.New(rand.New(rand.NewPCG(seed, 3)), language).Articles(100, 30, start) {
				titles = append(titles, a.Title)
			}
			found := outlet.LanguageOf(titles)
			if outlet.IsOtherLanguage([]string{language}, found) {
				t.Errorf("%s: declared %s, detected %s", titles[0], language, found)
			}
			other := "fi"
			if language == other {
				other = "en"
			}
			if outlet.IsOtherLanguage([]string{other}, found) {
				noticed++
			}
		}
	}
	if all := 20 * len(papers.Languages()); noticed < all*3/4 {
		t.Errorf("%d of %d papers contradict another language", noticed, all)
	}
	for _, c := range []struct {
		declared []string
		detected string
		want     bool
	}{
		{[]string{"fr"}, "de", true}, {[]string{"fr", "de"}, "de", false}, {[]string{"de-CH"}, "de", false},
		{nil, "de", false}, {[]string{"fr"}, "", false}, {[]string{"no"}, "da", false}, {[]string{"nb"}, "no", false},
		{[]string{"zh-TW"}, "zh", false}, {[]string{"ar"}, "fa", false}, {[]string{"ar"}, "he", true},
		{[]string{"ga"}, "en", false}, // not known to the detection
		{[]string{"unknown"}, "en", false},
	} {
		if got := outlet.IsOtherLanguage(c.declared, c.detected); got != c.want {
			t.Errorf("declared %v, detected %s: %v", c.declared, c.detected, got)
		}
	}
	if got := outlet.LanguageOf([]string{"One headline about the council of the town and its new budget"}); got != "" {
		t.Errorf("one title has the language %q", got)
	}
}

// shortTitles are titles of about 40 characters by language.
var shortTitles = map[string]string{
	"en": `Council backs plan for a new town bridge|Storm leaves hundreds without power|Teachers to strike over pay next week
		Why the harbour needs another crossing|Fire crews called to warehouse blaze|Two arrested after break-in at the bank
		Farmers worried about the price of milk|School reopens after months of repairs|Mayor refuses to apologise for remarks
		Police appeal for witnesses to the crash|New buses will run from the first of May|Hospital waiting times are getting longer`,
	"sv": `Kommunen säger nej till nya bostäder|Två personer skadade i trafikolycka|Brand i lagerlokal utanför hamnen
		Lärarna varslar om strejk nästa vecka|Polisen söker vittnen efter rånet|Bönderna oroas över priset på mjölk
		Skolan öppnar igen efter renoveringen|Ny busslinje till sjukhuset i höst|Så påverkas du av den nya avgiften
		Tågen står stilla efter stormen i natt|Rekordmånga sökte till högskolan|Invånarna protesterar mot vindkraften`,
	"es": `El ayuntamiento aprueba las cuentas del año|Detenidos dos jóvenes por el robo del banco|Los vecinos piden más médicos
		La huelga de los profesores sigue adelante|Un incendio obliga a cortar la carretera|El alcalde rechaza el nuevo plan del puerto
		Las lluvias dejan calles cortadas y daños|La policía busca testigos del accidente|El hospital amplía las urgencias
		Los ganaderos protestan por los precios|Abre la nueva biblioteca del barrio|El paro baja en la provincia y en la ciudad`,
	"pt": `Câmara aprova orçamento para o próximo ano|Dois feridos em acidente na estrada|Greve dos médicos não vai parar
		Polícia procura testemunhas do assalto|Chuva provoca inundações em várias ruas|Presidente recusa pedido de demissão
		Moradores exigem mais médicos na região|Incêndio destrói armazém em zona industrial|Escola reabre após obras de verão
		Agricultores não aceitam o preço do leite|Nova ponte vai abrir em março|Hospital não tem camas para doentes`,
	"ru": `Депутаты приняли бюджет на новый год|Жители пожаловались на отключения воды|Пожарные тушили склад всю ночь
		Врачи просят новое оборудование|На трассе столкнулись два автобуса|Школьники выиграли олимпиаду по химии
		Мост закроют на ремонт до весны|Полиция ищет очевидцев аварии|В музее открыли выставку фотографий
		Цены на хлеб выросли за месяц|Футболисты сыграли вничью в гостях|Новые автобусы вышли на маршруты`,
	"uk": `Міська рада ухвалила бюджет на рік|Рятувальники загасили пожежу на складі|Лікарі просять нове обладнання
		На трасі зіткнулися дві вантажівки|Учні здобули нагороди на олімпіаді|Міст закриють на ремонт до весни
		Поліція розшукує свідків аварії|У музеї відкрили виставку світлин|Ціни на хліб зросли за місяць
		Мешканці скаржаться на відключення води|Нові автобуси їздитимуть із травня|Її команда виграла в гостях`,
	"be": `Дэпутаты прынялі бюджэт на новы год|Жыхары скардзяцца на адключэнні вады|Пажарныя тушылі склад усю ноч
		Урачы просяць новае абсталяванне|На трасе сутыкнуліся два аўтобусы|Школьнікі перамаглі на алімпіядзе
		Мост закрыюць на рамонт да вясны|Міліцыя шукае сведак аварыі|У музеі адкрылі выставу фатаграфій
		Цэны на хлеб выраслі за месяц|Футбалісты згулялі ўнічыю ў гасцях|Новыя аўтобусы выйшлі на маршруты`,
	"gl": `O concello aproba as contas do ano|Dous feridos nun accidente na estrada|A folga do profesorado segue adiante
		A policía busca testemuñas do roubo|A choiva deixa rúas cortadas na vila|O alcalde rexeita o novo plan do porto
		Os veciños piden máis médicos na comarca|Un incendio destrúe unha nave industrial|A escola reabre despois das obras
		Os gandeiros protestan polos prezos|Abre a nova biblioteca do barrio|O hospital amplía as urxencias`,
	"da": `Byrådet siger nej til nye boliger|To personer kvæstet i trafikulykke|Brand i lagerhal uden for havnen
		Lærerne varsler strejke i næste uge|Politiet søger vidner efter røveriet|Landmænd frygter for prisen på mælk
		Skolen åbner igen efter renovering|Ny buslinje til sygehuset til efteråret|Sådan påvirkes du af den nye afgift
		Togene holder stille efter stormen|Rekordmange søgte ind på skolen|Beboerne protesterer mod vindmøller`,
	"hr": `Gradsko vijeće prihvatilo je proračun|Dvije osobe ozlijeđene u nesreći|Požar u skladištu pokraj luke
		Učitelji najavljuju štrajk idući tjedan|Policija traži svjedoke pljačke|Poljoprivrednici strahuju za cijenu mlijeka
		Škola se otvara nakon obnove|Nova autobusna linija do bolnice|Kako će na vas utjecati novi porez
		Vlakovi stoje nakon noćne oluje|Rekordan broj upisanih studenata|Stanari prosvjeduju protiv vjetrenjača`,
	"sk": `Mestské zastupiteľstvo schválilo rozpočet|Dve osoby sa zranili pri nehode|Požiar skladu neďaleko prístavu
		Učitelia ohlásili štrajk na budúci týždeň|Polícia hľadá svedkov lúpeže|Farmári sa obávajú o cenu mlieka
		Škola sa otvorí po rekonštrukcii|Nová autobusová linka do nemocnice|Ako sa vás dotkne nový poplatok
		Vlaky po búrke stále stoja|Na školu sa hlásilo rekordne veľa ľudí|Obyvatelia protestujú proti turbínam`,
	"de": `Stadtrat lehnt höhere Parkgebühren ab|Zwei Verletzte bei Unfall auf der Brücke|Lehrkräfte kündigen für Mai Streik an
		Warum der Hafen eine neue Kläranlage bekommt|Polizei sucht Zeugen nach dem Überfall|Bauern fürchten um die Ernte
		Schule öffnet nach der Sanierung wieder|Neue Buslinie fährt zum Krankenhaus|So trifft Sie die neue Gebühr
		Züge stehen nach dem Sturm noch still|Mehr Gäste als je zuvor im Freibad|Anwohner wehren sich gegen Windräder`,
	"de with foreign names": `Taylor Swift kommt nach Gelsenkirchen|Elon Musk kritisiert Keir Starmer|Manchester City holt Erling Haaland
		New York Knicks gewinnen in Boston|Beyoncé und Jay-Z kaufen Villa in Malibu|Real Madrid verliert gegen Arsenal
		Netflix zeigt Stranger Things im Herbst|Meghan Markle im Streit mit Daily Mail|Apple stellt iPhone und Apple Watch vor
		Tom Cruise dreht Top Gun in San Diego|Black Friday: Amazon senkt die Preise|Bruce Springsteen spielt in Hannover`,
}

// TestLanguageOfShortTitles checks that another language is noticed from few and short titles, and that close
// languages and foreign names are not taken for one.
func TestLanguageOfShortTitles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		titles, declared string
		want             bool
	}{
		{"en", "de", true}, {"sv", "fi", true}, {"es", "pt", true}, {"pt", "es", true}, {"ru", "uk", true},
		{"uk", "ru", true}, {"hr", "de", true}, {"da", "de", true}, {"ru", "en", true},
		{"en", "en", false}, {"es", "es", false}, {"es", "ca", false}, {"es", "gl", false}, {"gl", "es", false},
		{"gl", "pt", false}, {"gl", "gl", false}, {"pt", "pt", false}, {"da", "nb", false}, {"da", "no", false},
		{"sv", "da", false}, {"hr", "sr", false}, {"hr", "bs", false}, {"de", "en", true}, {"sk", "cs", false}, {"sk", "hr", false}, {"be", "be", false},
		{"be", "ru", false}, {"be", "uk", false}, {"ru", "be", false}, {"ru", "ru", false}, {"uk", "uk", false},
		{"ru", "bg", false}, {"de with foreign names", "de", false},
	} {
		titles := strings.FieldsFunc(shortTitles[c.titles], func(r rune) bool { return r == '|' || r == '\n' })
		found := outlet.LanguageOf(titles)
		if got := outlet.IsOtherLanguage([]string{c.declared}, found); got != c.want {
			t.Errorf("%s: declared %s, detected %q: %v", c.titles, c.declared, found, got)
		}
	}
	for _, both := range []string{"ru|uk", "es|pt", "en|de with foreign names", "sv|en", "en|ru"} {
		var titles []string
		for _, language := range strings.Split(both, "|") {
			all := strings.FieldsFunc(shortTitles[language], func(r rune) bool { return r == '|' || r == '\n' })
			titles = append(titles, all[:6]...)
		}
		if found := outlet.LanguageOf(titles); found != "" {
			t.Errorf("%s: detected %q", both, found)
		}
	}
}
