package markup

import (
	"strings"
	"testing"
)

// headlines are the only texts of some feeds. They have few of the most frequent characters.
var headlines = map[string][]string{
	"big5":         {"颱風逼近 花蓮停班停課", "柯文哲案開庭 檢方求刑", "台積電股價創新高", "高雄捷運黃線動工 綠營質疑預算", "港鐵荃灣線故障 乘客受阻", "林鄭月娥會見傳媒"},
	"big5-hkscs":   {"香港嘅新聞報道今日天氣", "立法會議員話唔同意", "佢哋今日喺中環開會", "港鐵話冇收到投訴", "警方喺旺角拉咗三個人"},
	"gb18030":      {"台风逼近 广东停工停课", "央行降准 楼市回暖", "华为发布新款手机", "比亚迪销量创新高", "浙江杭州警方通报一起案件", "湖北武汉地铁故障"},
	"euc-kr":       {"삼성전자 주가 급등", "윤석열 탄핵 심판", "태풍 북상 제주 결항", "손흥민 멀티골 폭발", "코스피 하락 마감", "검찰 압수수색 착수"},
	"shift_jis":    {"台風接近で欠航相次ぐ", "日経平均反落", "大谷翔平が本塁打", "震度五弱の地震", "株価急落 円高進む"},
	"euc-jp":       {"台風接近で欠航相次ぐ", "大谷翔平が本塁打", "震度五弱の地震", "株価急落 円高進む"},
	"windows-1251": {"Курс рубля вырос", "Пожар в Москве", "Хабаровск: матч отменён", "ЦБ снизил ставку"},
	"windows-1252": {"Café für Künstler öffnet", "Élection: le maire réélu à Besançon", "Año nuevo en Logroño: más niños"},
	"windows-1253": {"Κακοκαιρία: κλειστά σχολεία", "Νίκη του Ολυμπιακού", "Φωτιά στην Αττική"},
	"windows-1256": {"رئيس الوزراء يفتتح الجسر", "فوز المنتخب", "ارتفاع الأسعار"},
	"windows-874":  {"พายุเข้าไทย", "ราคาน้ำมันลด", "ฟุตบอลไทยชนะ"},
}

func TestHeadlinesOfUndeclaredEncodings(t *testing.T) {
	t.Parallel()
	for charset, list := range headlines {
		for i := range len(list) - 1 {
			for n := i + 2; n <= len(list); n++ {
				document := "<rss><channel><title>News</title><item><title>" +
					strings.Join(list[i:n], "</title></item><item><title>") + "</title></item>"
				d, err := Decode(encodeAs(t, charset, document), Hints{})
				if err != nil {
					t.Fatal(err)
				}
				if string(d.Text) != document {
					t.Errorf("%s is read as %s: %s", charset, d.Charset, list[i:n])
				}
			}
		}
	}
}
