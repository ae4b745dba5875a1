package simulator

import (
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

const classEncoding = "undeclared encoding"

// undeclared lists outlets whose homepage and feed are not in UTF-8 and do not declare their
// encoding.
var undeclared = []struct {
	host, name, language, country string
	encoding                      encoding.Encoding
	headlines                     []string
}{
	{"cyrillic", "Городские новости", "ru", "RU", charmap.Windows1251,
		[]string{"Мэр открыл новый мост через реку", "Правительство обсудит бюджет на следующий год",
			"Погода в выходные будет холодной", "Сборная выиграла решающий матч"}},
	{"koi8", "Вечерний вестник", "ru", "RU", charmap.KOI8R,
		[]string{"В библиотеке прошла встреча с писателем", "Цены на хлеб выросли за месяц",
			"Школьники победили на олимпиаде", "Дороги отремонтируют до зимы"}},
	{"gbk", "城市晚报", "zh", "CN", simplifiedchinese.GB18030,
		[]string{"市政府公布明年的交通计划", "新的图书馆在市中心开放", "周末天气转冷并有小雨", "国家队赢得了重要的比赛"}},
	{"big5", "都會日報", "zh", "TW", traditionalchinese.Big5,
		[]string{"市長宣布新的交通計畫", "新圖書館在市中心開幕", "週末天氣轉冷並有小雨", "國家隊贏得重要的比賽"}},
	{"shiftjis", "都市新聞", "ja", "JP", japanese.ShiftJIS,
		[]string{"市長が新しい橋の開通を発表しました", "来年度の予算について議会で審議", "週末は気温が下がり雨が降るでしょう", "代表チームが決勝で勝利しました"}},
	{"eucjp", "夕刊ニュース", "ja", "JP", japanese.EUCJP,
		[]string{"新しい図書館が駅前に開館します", "市議会が条例の改正を可決しました", "明日の天気は晴れのち曇りです", "高校野球の代表校が決まりました"}},
	{"euckr", "도시신문", "ko", "KR", korean.EUCKR,
		[]string{"시장이 새로운 다리의 개통을 발표했다", "내년 예산안을 국회에서 논의한다", "주말에는 기온이 내려가고 비가 온다", "대표팀이 결승전에서 승리했다"}},
	{"arabic", "أخبار المدينة", "ar", "EG", charmap.Windows1256,
		[]string{"رئيس البلدية يفتتح الجسر الجديد", "الحكومة تناقش ميزانية العام القادم", "الطقس بارد في نهاية الأسبوع",
			"المنتخب يفوز في المباراة الحاسمة"}},
	{"hebrew", "חדשות העיר", "he", "IL", charmap.Windows1255, []string{"ראש העיר פתח את הגשר החדש", "הממשלה תדון בתקציב " +
		"השנה הבאה", "מזג האוויר יהיה קר בסוף השבוע", "הנבחרת ניצחה במשחק המכריע"}},
	{"greek", "Νέα της Πόλης", "el", "GR", charmap.ISO8859_7,
		[]string{"Ο δήμαρχος εγκαινίασε τη νέα γέφυρα", "Η κυβέρνηση συζητά τον προϋπολογισμό",
			"Κρύος καιρός το Σαββατοκύριακο", "Η ομάδα κέρδισε τον κρίσιμο αγώνα"}},
	{"thai", "ข่าวเมือง", "th", "TH", charmap.Windows874,
		[]string{"นายกเทศมนตรีเปิดสะพานใหม่", "รัฐบาลหารืองบประมาณปีหน้า", "อากาศหนาวในช่วงสุดสัปดาห์",
			"ทีมชาติชนะการแข่งขันนัดสำคัญ"}},
	{"polish", "Gazeta Łódzka", "pl", "PL", charmap.ISO8859_2, []string{"Prezydent miasta otworzył nowy most na rzece " +
		"Łódce", "Rząd będzie dyskutował o przyszłorocznym budżecie", "Weekend będzie chłodny, możliwe są też opady śniegu",
		"Drużyna zwyciężyła w najważniejszym meczu sezonu"}},
	{"czech", "Večerní zprávy", "cs", "CZ", charmap.Windows1250,
		[]string{"Primátor otevřel nový most přes řeku", "Vláda projedná rozpočet na příští rok",
			"O víkendu bude chladno a může i sněžit", "Mužstvo zvítězilo v rozhodujícím zápase"}},
}

// encodingSites returns the outlets of undeclared encoding.
func encodingSites(s *Simulator) (sites []*Site) {
	for _, u := range undeclared {
		site := s.expecting(classEncoding,
			Site{Host: "charset-" + u.host + ".test", Name: u.name, Language: u.language, Country: u.country,
				About: "the page and the feed are in " + fmt.Sprint(u.encoding)},
			Expectation{Feed: "/export.xml", Name: u.name})
		var items, list strings.Builder
		for i, headline := range u.headlines {
			fmt.Fprintf(&items, "<item><title>%s</title><link>%s/news/%d</link><description>%s. %s.</description></item>",
				headline, site.base, i, headline, u.headlines[(i+1)%len(u.headlines)])
			fmt.Fprintf(&list, `<h2><a href="/news/%d">%s</a></h2>`, i, headline)
		}
		encoded := func(mediaType, document string) http.HandlerFunc {
			body, err := u.encoding.NewEncoder().String(document)
			if err != nil {
				panic("simulator: " + site.Host + ": " + err.Error())
			}
			return respond(mediaType, body)
		}
		site.pages = map[string]http.HandlerFunc{
			"/": encoded("text/html",
				`<html><head><title>`+u.name+
					`</title><link rel="alternate" type="application/rss+xml" title="RSS" href="/export.xml"></head><body><h1>`+u.name+
					`</h1>`+list.String()+`</body></html>`),
			"/export.xml": encoded("text/xml",
				`<?xml version="1.0"?><rss version="2.0"><channel><title>`+u.name+`</title><link>`+site.base+
					`/</link><description>`+
					strings.Join(u.headlines, ". ")+`</description>`+items.String()+`</channel></rss>`),
		}
		sites = append(sites, site)
	}
	return sites
}
