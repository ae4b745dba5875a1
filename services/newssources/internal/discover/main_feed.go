package discover

import (
	"regexp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/webpage"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	mainTitlePoints = 20 // the title names the outlet, or says that the feed has all news
	mainPathPoints  = 12 // the address is that of a main feed
)

// mainFeedPoints rates how likely a candidate is the main feed of its outlet, by its titles and address.
func mainFeedPoints(c *rankedCandidate, outletName string) (points int) {
	if isMainTitle(c.label, outletName) || isMainTitle(c.title, outletName) && isMainOrEmptyLabel(c.label, outletName) {
		points += mainTitlePoints
	}
	if isMainPath(c.final) {
		points += mainPathPoints
	}
	return points
}

// isMainOrEmptyLabel reports whether the label of a link does not name a section.
func isMainOrEmptyLabel(label, outletName string) bool {
	return label == "" || webpage.NamesOnlyFormat(label) || isMainTitle(label, outletName)
}

// titleNoise matches words that do not describe the content of a feed.
var titleNoise = regexp.MustCompile(`(?i)\b(rss|atom|xml|feeds?|2\.0|1\.0|the|news ?feed|flux|kanal|canal)\b`)

// mainWords are titles of feeds with all or the most important news, folded.
var mainWords = wordSet(`
front page|frontpage|home|homepage|home page|main|main feed|all|all news|all stories|all articles|all posts|all entries|latest|latest news|latest stories|latest headlines|
top stories|top news|headlines|top headlines|news|breaking news|posts|entries|articles|recent posts|everything|full|
startseite|titelseite|schlagzeilen|alle|alle nachrichten|alle meldungen|alle artikel|aktuell|aktuelles|aktuelle nachrichten|nachrichten|neueste nachrichten|topmeldungen|top-meldungen|uberblick|gesamt|
portada|titulares|todo|todas|todas las noticias|todas as noticias|noticias|ultimas noticias|ultimas|ultima hora|lo ultimo|actualidad|inicio|principal|capa|destaques|manchetes|home noticias|
a la une|la une|une|accueil|actualites|actualite|toute l'actualite|toutes les actualites|toute l'info|dernieres nouvelles|tous les articles|derniers articles|en continu|
prima pagina|homepage notizie|ultime notizie|ultim'ora|tutte le notizie|tutte|tutto|notizie|
voorpagina|alle nieuws|al het nieuws|laatste nieuws|nieuws|algemeen|forside|forsiden|nyheter|siste nytt|alla nyheter|senaste nytt|senaste|startsida|alle nyheder|nyheder|seneste|etusivu|uutiset|tuoreimmat|kaikki uutiset|
strona glowna|wszystkie|wszystko|najnowsze|wiadomosci|aktualnosci|hlavni strana|hlavni zpravy|vsechny zpravy|vsechny clanky|zpravy|titulka|vsetky spravy|spravy|cimlap|cimoldal|friss hirek|minden hir|hirek|prima pagina|stiri|toate stirile|ultimele stiri|vijesti|sve vijesti|najnovije|najnovije vijesti|najnovije vesti|vesti|sve vesti|novice|
главная|все новости|новости|главные новости|лента новостей|последние новости|лента|все материалы|головна|усі новини|всі новини|новини|останні новини|всички новини|начало|
πρωτοσελιδο|ολα|ολες οι ειδησεις|ειδησεις|τελευταια νεα|τα νεα|ana sayfa|anasayfa|tum haberler|son dakika|haberler|manset|
الرئيسية|الصفحة الرئيسية|كل الاخبار|جميع الاخبار|اخر الاخبار|اهم الاخبار|الاخبار|عاجل|כל החדשות|ראשי|חדשות|עמוד הבית|כותרות|
首页|首頁|全部|最新|最新消息|要闻|要聞|头条|頭條|全部新闻|全部新聞|トップ|トップページ|新着|新着記事|主要ニュース|主要|すべて|全体|전체|전체기사|전체 기사|최신|최신뉴스|최신기사|주요뉴스|헤드라인|
सभी|ताजा समाचार|मुख्य समाचार|मुख्य|होम|সব খবর|সর্বশেষ|ทั้งหมด|ข่าวทั้งหมด|ข่าวล่าสุด|หน้าแรก|trang chu|tin moi nhat|berita terbaru|semua berita|beranda|terkini|
stories|breaking|latest updates|just in|live|newest|recent|what's new|
ultimas historias|historias|noticias de ultima hora|ultimo minuto|recientes|mas recientes|ultimas actualizaciones|plantao|mais recentes|agora|
derniere minute|dernieres infos|le fil|fil info|flash info|recent|les plus recents|ultime|ultimissime|ultimora|in evidenza|recenti|
eilmeldungen|eilmeldung|neueste|neuste meldungen|letzte meldungen|newsticker|ticker|laatste|meest recent|net binnen|het laatste nieuws|
senaste nyheterna|nyast|just nu|sista nytt|siste nyheter|siste|nyeste|seneste nyt|uusimmat|tuoreimmat uutiset|viimeisimmat|juuri nyt|
ostatnie|najnowsze wiadomosci|najnowsze artykuly|z ostatniej chwili|na zywo|nejnovejsi|nejnovejsi zpravy|nejnovejsi clanky|prave ted|aktualne|posledne spravy|najnovsie|
legfrissebb|legfrissebb hirek|friss|percrol percre|ultimele noutati|noutati|cele mai noi|ultima ora|zadnje novice|najnovejse|
свежие новости|новое|срочно|молния|сейчас|последние|последние материалы|оперативно|свежее|останнє|свіжі новини|терміново|найновіше|последни новини|най-нови|извънредни|
τελευταια|εκτακτα|τωρα|ροη ειδησεων|ολη η ροη|τελευταιες ειδησεις|son haberler|en son haberler|guncel|guncel haberler|flas|flas haber|sicak haber|
احدث الاخبار|اخر|الاحدث|اخبار عاجله|اخبار عاجلة|خبر عاجل|مستجدات|اخر المستجدات|اخرین اخبار|تازه ترین|تازهترین|تازه ترین اخبار|همه اخبار|اخبار|سرخط|خبر فوری|
חדשות אחרונות|מבזקים|מבזק|עדכונים|הכי חדש|כל הכתבות|ताजा खबर|ताज़ा खबर|ताज़ा ख़बरें|ताजा खबरें|ब्रेकिंग|ब्रेकिंग न्यूज|नवीनतम|बड़ी खबरें|समाचार|
সর্বশেষ খবর|সর্বশেষ সংবাদ|ব্রেকিং|ব্রেকিং নিউজ|শিরোনাম|সব|ข่าวด่วน|ล่าสุด|ข่าวใหม่|ข่าว|tin moi|moi nhat|tin nong|tin tuc|tin nhanh|tat ca|tin tuc moi nhat|
berita|berita terkini|terbaru|berita utama|kabar terbaru|terhangat|semua|habari|habari mpya|habari za hivi punde|habari zote|mpya|hivi punde|
最新新闻|最新新聞|即时|即時|即时新闻|即時新聞|快讯|快訊|滚动|滚动新闻|突发|突發|今日要闻|速報|ニュース速報|最新ニュース|最新記事|ニュース|すべての記事|속보|뉴스|최신 뉴스|최신 기사|주요 뉴스|모든 기사`)

func wordSet(list string) map[string]bool {
	words := map[string]bool{}
	for word := range strings.SplitSeq(list, "|") {
		words[source.FoldLetters(word)] = true
	}
	return words
}

// isMainTitle reports whether a title consists of the outlet's name and words for all news.
func isMainTitle(title, outletName string) bool {
	rest := source.FoldLetters(titleNoise.ReplaceAllString(title, " "))
	if rest == "" {
		return false
	}
	name := source.FoldLetters(titleNoise.ReplaceAllString(outletName, " "))
	if mainWords[rest] || rest == name {
		return true
	}
	if name == "" || len(name) < 3 {
		return false
	}
	withoutName := strings.Replace(rest, name, "", 1)
	return withoutName != rest && (withoutName == "" || mainWords[withoutName])
}

// mainStems are last segments of the addresses of main feeds, and genericSegments are segments that do not describe the
// content of a feed.
var (
	mainStems       = wordSet(`all|alle|todo|todas|tout|home|homepage|frontpage|front|main|principal|latest|recent|top|topstories|topnews|headlines|portada|ultimas|ultimasnoticias|titulares|une|alaune|accueil|startseite|schlagzeilen|aktuell|forside|etusivu|voorpagina|primapagina|tutte|wszystkie|glowna|last|allnews|full|default`)
	genericSegments = wordSet(`feed|feeds|rss|rss2|rss20|atom|rdf|xml|index|news|newsfeed|syndication|backend|export|services|service|arc|outboundfeeds|posts|blog|stories|v1|api`)
)

// formatQuery matches a query that only selects the format.
var formatQuery = regexp.MustCompile(`(?i)^((feed|format|type|outputtype|output|alt|service|page)=[a-z0-9]+&?)*$`)

// isMainPath reports whether an address consists of generic segments, or ends in a segment for all news.
func isMainPath(url weburl.URL) bool {
	segments := url.Segments()
	if !formatQuery.MatchString(url.Query()) || len(segments) == 0 && url.Query() == "" {
		return false
	}
	if len(segments) == 0 {
		return true
	}
	last := segments[len(segments)-1]
	if stem, _, _ := strings.Cut(last, "."); mainStems[source.FoldLetters(stem)] {
		return true
	}
	for _, segment := range segments {
		stem, _, _ := strings.Cut(segment, ".")
		if !genericSegments[source.FoldLetters(stem)] && !mainStems[source.FoldLetters(stem)] {
			return false
		}
	}
	return true
}
