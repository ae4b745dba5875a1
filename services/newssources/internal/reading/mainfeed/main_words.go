package mainfeed

import (
	"strings"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

// mainPhrases are titles of feeds with all or the most important news that do not consist of
// mainWords.
var mainPhrases = wordSet(`front page|frontpage|home|homepage|home page|main page|full|just in|what's new|in evidenza|prima pagina|primo piano|titelseite|startseite|inicio|accueil|
home noticias|homepage notizie|net binnen|just nu|juuri nyt|z ostatniej chwili|na zywo|prave ted|ana sayfa|anasayfa|one cikanlar|trang chu|beranda|hauptseite|
titulni strana|hlavni strana|strona glowna|percrol percre|en bref|صفحه اصلی|עמוד הבית|الصفحة الرئيسية|सबसे बड़ी खबर|होम|начало|al minuto|minuto a minuto|le fil`)

// mainWords are the words of titles of main feeds, by language: words for news, all, latest and
// most important. A title that names a topic has other words, too.
var mainWords = wordSet(`
all latest last newest new recent breaking top main lead leading headline headlines story stories news newsfeed article articles post posts entry entries everything content today todays update updates current important major general ticker stream
alle alles neu neue neues neueste neuesten neuste letzte aktuell aktuelle aktuelles aktuellste nachricht nachrichten meldung meldungen artikel beitrag beitraege themen topthemen wichtigste wichtigsten schlagzeile schlagzeilen eilmeldung eilmeldungen neuigkeiten heute topmeldungen topnachrichten topnews newsticker überblick übersicht gesamt beiträge
tout toute tous toutes actualité actualités actu actus une info infos nouvelle nouvelles dernière dernières derniers récent récents récentes titre titres fil flash urgent continu
último última últimos últimas noticia noticias todo toda todos todas portada titular titulares destacado destacada destacados destacadas principal principales reciente recientes actualidad hoy artículo artículos historias hora notícia notícias tudo destaque destaques manchete manchetes capa hoje principais plantão artigo artigos agora atualidade atualidades recentes
ultime ultimi ultimissime ultimora notizia notizie tutto tutte tutti oggi articolo articoli recente recenti evidenza attualità
laatste nieuws nieuwste recent vandaag belangrijkste artikelen berichten hoofdpunten voorpagina algemeen
senaste seneste siste sista nytt nyt nyheter nyheterna nyheder alla nyast nyeste topp toppnyheter topnyheder toppsaker saker artiklar artikler forsiden forside startsida startsidan idag
tuoreimmat tuoreet uusimmat viimeisimmät kaikki uutiset uutinen pääuutiset etusivu
najnowsze ostatnie wszystkie wszystko wiadomości wiadomość artykuły aktualności najważniejsze dzisiaj główna
nejnovější najnovšie poslední posledné všechny všetky hlavní hlavné zprávy správy zpravodajství články aktuální aktuálne aktuality dnes nejdůležitější titulka
legfrissebb friss összes minden hír hírek címlap címoldal vezető legújabb cikkek fontos
ultimele toate știri știrile stiri noutăți articole principale știrea
последни последните всички новини новините новинини най нови новите водещи главни извънредни топ днес
najnovije najnovija sve vse vesti vijesti novice naslovna naslovnica glavne udarne zadnje najnovejše poslednje najnovejse
најновије најнови све сите вести насловна ударне главне најважније последње последни најновейшие
последние последнее все всё новости новостей новость главное главные главная лента срочно срочные молния свежие свежее новое новые важное важные статьи публикации материалы сегодня актуальное оперативно сейчас
останні останнє усі всі новин головні головне головна стрічка термінові терміново свіжі свіже найновіші важливе статті
τελευταία τελευταίες νέα όλα όλες ειδήσεις ειδήσεων έκτακτα έκτακτες κύρια κύριες ροή πρωτοσέλιδο πρωτοσέλιδα τίτλοι σήμερα κυριότερα τώρα
dakika haber haberler haberleri tüm güncel manşet manşetler önemli bugün xəbərlər bütün
آخر أهم جميع كل الأخبار أخبار عاجل العاجلة عاجلة أحدث الأحدث اليوم الرئيسية جديد خبر مستجدات المستجدات
آخرین تازهترین تازه ترین همه اخبار خبرها مهمترین مهم فوری امروز سرخط خبریں تازہ تمام
כל חדשות החדשות אחרונות האחרונות מבזק מבזקים ראשי ראשיות כותרות עדכונים הכתבות כתבות היום עכשיו
ताजा ताज़ा ताज्या खबर खबरें ख़बर ख़बरें समाचार बातम्या मुख्य सभी बड़ी ब्रेकिंग न्यूज न्यूज़ नवीनतम आज
সর্বশেষ সব খবর সংবাদ শীর্ষ প্রধান ব্রেকিং নিউজ শিরোনাম আজকের
tin tức mới tất nóng nổi nhanh
berita terbaru terkini utama semua kabar terhangat
habari mpya zote kuu
últimes darrera darreres notícies totes novas azken azkenak ordua orduko ordukoak albiste albisteak berri berriak guztiak nagusiak
naujausios naujienos visos svarbiausios jaunākās jaunākie svaigākās galvenās ziņas visas viimased värsked värskeimad värske uusimad uudised kõik
peauudised tähtsamad lajmet lajme fundit nýjustu fréttir allar helstu nuacht balita pinakabagong jongste nuus newyddion diweddaraf aħbarijiet
апошнія навіны галоўныя yangiliklar songgi янгиликлар кабарлар жаңылыктар акыркы мэдээ сүүлийн wararka labarai
ბოლო ამბები ყველა სიახლე სიახლეები ახალი վերջին լուրեր բոլոր լուրերը նորություններ соңғы жаңалықтар барлық
சமீபத்திய அண்மை அண்மைச் புதிய உடனடி இன்றைய தற்போதைய தலைப்புச் செய்திகள் செய்தி முக்கிய முக்கியச் அனைத்து அனைத்துச் తాజా వార్తలు ముఖ్య ముఖ్యాంశాలు ప్రధాన అన్ని బ్రేకింగ్ న్యూస్
ತಾಜಾ ಇತ್ತೀಚಿನ ಸುದ್ದಿ ಸುದ್ದಿಗಳು ಪ್ರಮುಖ ಮುಖ್ಯ ಎಲ್ಲಾ പുതിയ ഏറ്റവും വാർത്തകൾ പ്രധാന എല്ലാ તાજા સમાચાર મુખ્ય બધા ਤਾਜ਼ਾ ਖ਼ਬਰਾਂ ਮੁੱਖ ਸਾਰੀਆਂ නවතම පුවත් සියලු
पछिल्ला सर्व महत्त्वाच्या ዜና`)

// fillers are words that do not describe the content of a feed. A title that consists only of
// fillers is not the title of a main feed.
var fillers = wordSet(`the of from in for our at on and to by most s sections content hour minute now up der die das des dem von aus im auf und tages ressorts rubriken l la le les d de du un en plus direct aujourd hui
del las el los lo al a mas que secciones y dia os as do da em mais o heure jour minuto gli i il di dal ultim ora het van meest nu dag fra fran er i e dnia nap zilei azi ora cele mai noi дня за часа на сайте τα οι η το son
ترین ها की का के আজ nhat ca bat hom nay moi hari ini hot za hivi punde te gjitha mga ng`)

// mainPieces are the parts of titles of main feeds in languages that are written without blanks.
var mainPieces = strings.NewReplacer(pieces(`最新 新着 主要 すべて の ニュース 速報 トップ ページ 記事 一覧 全部 全体 全 即时 即時 头条 頭條 要闻 要聞 焦点 焦點 新闻 新聞 文章 滚动 滾動 所有 今日 总览 總覽 综合 綜合 快讯 快訊
突发 突發 消息 首页 首頁 热点 熱點 최신 전체 주요 속보 뉴스 기사 헤드라인 모든 오늘의 실시간 ข่าว ล่าสุด ทั้งหมด ด่วน เด่น ใหม่ หน้าแรก วันนี้`)...)

// pieces returns the folded words of a list, the longest first, each with its empty replacement.
func pieces(list string) (pairs []string) {
	for word := range strings.FieldsSeq(list) {
		pairs = append(pairs, textkey.FoldLetters(word), "")
	}
	return pairs
}

// wordSet returns the folded words of a list that "|" or blanks separate; with "|", a phrase is one
// word.
func wordSet(list string) map[string]bool {
	separate := strings.Fields
	if strings.Contains(list, "|") {
		separate = func(s string) []string { return strings.Split(s, "|") }
	}
	words := map[string]bool{}
	for _, word := range separate(list) {
		words[textkey.FoldLetters(word)] = true
	}
	return words
}

// hasOnlyMainWords reports whether a title consists of words for all news.
func hasOnlyMainWords(title string) bool {
	letters := textkey.FoldLetters(title)
	if letters == "" {
		return false
	}
	if mainPhrases[letters] || mainWords[letters] || mainPieces.Replace(letters) == "" {
		return true
	}
	hasMain := false
	for word := range strings.FieldsFuncSeq(textkey.Fold(title),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }) {
		word = textkey.FoldLetters(word)
		if word != "" && !mainWords[word] && !fillers[word] {
			return false
		}
		hasMain = hasMain || mainWords[word]
	}
	return hasMain
}
