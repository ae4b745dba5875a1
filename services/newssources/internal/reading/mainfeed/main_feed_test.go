package mainfeed

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// mainTitles are titles of feeds with all or the most important news, by language.
var mainTitles = `
The Paper|The Paper RSS feed|The Paper – Front page|All news|Latest from The Paper|The Paper: Top stories|Breaking|Stories|All the latest news|Today's headlines|Most recent
Alle Nachrichten|Neueste Artikel|Aktuelle Meldungen|Top-Themen|Eilmeldungen|Startseite|Nachrichten aktuell
Toute l'actualité|À la une|Dernières actus|Les dernières nouvelles|Info en continu|L'actualité en direct|Fil info
Últimas noticias|Última hora|Lo más reciente|Noticias destacadas|Minuto a minuto|Todas las secciones
Últimas notícias|Mais recentes|Destaques|Plantão|Principais notícias
Ultim'ora|Le ultime notizie|In evidenza|Primo piano|Tutti gli articoli
Laatste nieuws|Al het nieuws|Net binnen|Belangrijkste nieuws
Senaste nytt|Just nu|Alla nyheter|Siste nytt|Toppsaker|Alle saker|Seneste nyheder|Forside
Tuoreimmat uutiset|Pääuutiset|Kaikki uutiset|Azken orduko berriak|Värsked uudised|Svaigākās ziņas|Jongste nuus|Апошнія навіны|Акыркы кабарлар|Naujausios naujienos|Jaunākās ziņas|Viimased uudised|Nýjustu fréttir
Najnowsze wiadomości|Z ostatniej chwili|Wszystkie artykuły|Nejnovější zprávy|Hlavní zprávy|Všetky správy|Legfrissebb hírek|Összes hír|Cele mai noi știri|Toate știrile
Най-новите новини|Водещи новини|Најновије вести|Najnovije vijesti|Naslovnica|Vse novice|Сите вести
Главное|Все новости|Новости дня|Срочные новости|Лента новостей|Останні новини|Усі новини|Соңғы жаңалықтар
Τελευταία νέα|Όλες οι ειδήσεις|Κύριες ειδήσεις|Son dakika haberleri|Tüm haberler|Öne çıkanlar|Son xəbərlər|Të gjitha lajmet
آخر الأخبار|عاجل|أهم الأخبار|تازه ترین اخبار|همه اخبار|تازہ ترین خبریں|כל החדשות|מבזקים|החדשות האחרונות
ताज़ा खबरें|मुख्य समाचार|ब्रेकिंग न्यूज़|সর্বশেষ সংবাদ|সব খবর|சமீபத்திய செய்திகள்|அண்மைச் செய்திகள்|తాజా వార్తలు|ತಾಜಾ ಸುದ್ದಿ|പുതിയ വാർത്തകൾ|તાજા સમાચાર|ਤਾਜ਼ਾ ਖ਼ਬਰਾਂ|නවතම පුවත්|ข่าวล่าสุด|ข่าวเด่น|Tin mới nhất|Tin nóng|Berita terkini|Semua berita|Habari za hivi punde
最新|最新ニュース|新着記事一覧|速報|トップニュース|최신뉴스|전체 기사|속보|最新新闻|即時新聞總覽|头条新闻|全部文章`

// otherTitles are titles of other feeds.
var otherTitles = `
RSS||Sport|The Paper – Sport|Latest sports|Top business stories|World news|Local news|Home news|Opinion|All podcasts|Latest videos|Live TV|Most read|Comments|Obituaries|Short stories|Press releases
Meinung|Sport aktuell|Actualité sportive|Culture à la une|Últimas noticias de deportes|Opinião|Ultime notizie sport|Sportnieuws|Mening|Urheilu|Sport najnowsze|Názory|Vélemény|Opinii
Новости спорта|Мнения|Σπορ|Spor haberleri|أخبار الرياضة|رأي|חדשות ספורט|खेल समाचार|খেলা|ข่าวกีฬา|Thể thao|Berita olahraga|スポーツ速報|社説|스포츠 뉴스|体育新闻|財經新聞|Kirolak|Kultuur|Sporto naujienos|Spordiuudised|விளையாட்டு|சினிமா செய்திகள்|క్రీడా వార్తలు|ಕ್ರೀಡಾ ಸುದ್ದಿ`

func TestIsMainTitle(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]bool{mainTitles: true, otherTitles: false} {
		for title := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSpace(list), "\n", "|"), "|") {
			if IsTitle(title, "The Paper") != want {
				t.Errorf("%q: %t", title, !want)
			}
		}
	}
}

func TestIsMainPath(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"/rss.xml": true, "/feeds/latest-news.xml": true, "/rss/ultimas_noticias": true, "/rss/all": true,
		"/rss/sport.xml": false, "/rss/sport-news.xml": false, "/rss/1": false,
	} {
		if url, err := weburl.Parse("https://paper.example" + address); err != nil || IsPath(url) != want {
			t.Errorf("%s: %t, %v", address, !want, err)
		}
	}
}

func TestIsUnnamed(t *testing.T) {
	t.Parallel()
	if !IsUnnamed("Latest news", "paper.example") || IsUnnamed("News Today", "www.news-today.example") ||
		IsUnnamed("The Paper", "paper.example") {
		t.Error("a title without a name is not told from a name")
	}
}
