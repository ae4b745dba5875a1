package feeddate

import (
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// monthNames lists the names and usual abbreviations of each month in the languages of feeds,
// without repetitions.
var monthNames = [12]string{
	"january jan jän jänner led ionawr janar januar janvier janv enero ene gennaio gen janeiro januari января январь " +
		"янв січня stycznia styczeń sty ocak oca ledna leden ianuarie ian ιανουαρίου ιαν január janvāris janvārī jaanuar " +
		"gener tammikuuta sausio siječnja јануар януари يناير جانفي ιανουάριος ינואר בינואר มกราคม ม.ค जनवरी জানুয়ারি " +
		"জানুয়ারী ינו",
	"february feb úno únr chwefror shkurt februar février fevrier févr fevr fév febrero febbraio fevereiro fev februari " +
		"февраля февраль фев лютого lutego luty lut şubat şub února únor februarie φεβρουαρίου φεβ február febr februāris " +
		"februārī veebruar febrer helmikuuta vasario veljače фебруар февруари февр فبراير فيفري φεβρουάριος פברואר בפברואר " +
		"กุมภาพันธ์ ก.พ फ़रवरी फरवरी ফেব্রুয়ারি ফেব্রুয়ারী شباط פבר",
	"march mar bře mawrth märz maerz mrz mär mars marzo março marco maart mrt марта март мар березня marca marzec mart " +
		"března březen martie μαρτίου μαρ március marec márc marts märts maret maaliskuuta kovo ožujka مارس μάρτιος μάρ " +
		"מרץ במרץ מרס במרס มีนาคม มี.ค मार्च মার্চ آذار اذار",
	"april apr dub ebrill prill avril avr abril abr aprile апреля апрель апр квітня kwietnia kwiecień kwi nisan nis " +
		"dubna duben aprilie απριλίου απρ április apríl ápr aprīlis aprīlī aprill huhtikuuta balandžio travnja أبريل ابريل " +
		"إبريل أفريل απρίλιος אפריל באפריל เมษายน เม.ย अप्रैल এপ্রিল نيسان אפר",
	"may mai kvě mayo maggio mag maio mei maj мая май травня maja mayıs května květen μαΐου μαι május máj maijs maijā " +
		"maig toukokuuta gegužės svibnja мај مايو ماي μάιος μαίου μάι μαΐ מאי במאי พฤษภาคม พ.ค मई মে أيار ايار",
	"june jun čvn čer mehefin qershor juni juin junio giugno giu junho июня июнь июн червня czerwca czerwiec cze " +
		"haziran haz června červen iunie iun ιουνίου ιουν június jún jūnijs jūnijā juuni juny kesäkuuta birželio lipnja " +
		"junij јун юни يونيو جوان ιούνιος ιούν יוני ביוני มิถุนายน มิ.ย जून জুন حزيران יונ",
	"july jul čvc gorffennaf korrik juli juillet juil julio luglio lug julho июля июль июл липня lipca lipiec lip " +
		"temmuz tem července červenec iulie iul ιουλίου ιουλ július júl jūlijs jūlijā juuli juliol heinäkuuta liepos " +
		"srpnja julij јул юли يوليو جويلية ιούλιος ιούλ יולי ביולי กรกฎาคม ก.ค जुलाई জুলাই تموز يوليوز יול",
	"august aug srp awst gusht août aout agosto ago augustus augusti августа август авг серпня sierpnia sierpień sie " +
		"ağustos ağu srpna srpen αυγούστου αυγ augusztus augusts augustā agost agustus agu elokuuta rugpjūčio kolovoza " +
		"avgust avgusta أغسطس اغسطس أوت αύγουστος αύγ אוגוסט באוגוסט สิงหาคม ส.ค अगस्त আগস্ট আগষ্ট آب غشت אוג",
	"september sep zář medi shtator sept septembre septiembre settembre set setembro сентября сентябрь сен вересня " +
		"września wrzesień wrz eylül eyl září septembrie σεπτεμβρίου σεπ szeptember szept septembar septembris septembrī " +
		"setembre syyskuuta rugsėjo rujna септембар септември сент سبتمبر σεπτέμβριος σεπτ ספטמבר בספטמבר กันยายน ก.ย " +
		"सितंबर सितम्बर সেপ্টেম্বর أيلول ايلول شتنبر ספט",
	"october oct říj hydref tetor oktober okt octobre octubre ottobre ott outubro out октября октябрь окт жовтня " +
		"października październik paź ekim eki října říjen octombrie οκτωβρίου οκτ október oktobar oktobris oktobrī " +
		"oktoober lokakuuta spalio октобар октомври أكتوبر اكتوبر οκτώβριος אוקטובר באוקטובר ตุลาคม ต.ค अक्टूबर अक्तूबर " +
		"অক্টোবর אוק",
	"november nov tachwedd nëntor novembre noviembre novembro ноября ноябрь ноя листопада listopada listopad lis kasım " +
		"kas listopadu noiembrie νοεμβρίου νοε novembar novembris novembrī marraskuuta lapkričio studenoga studenog " +
		"новембар ноември нояб نوفمبر νοέμβριος νοέ נובמבר בנובמבר พฤศจิกายน พ.ย नवंबर नवम्बर নভেম্বর نونبر נוב",
	"december dec pro rhagfyr dhjetor dezember dez décembre decembre déc diciembre dic dicembre dezembro desember des " +
		"декабря декабрь дек грудня grudnia grudzień gru aralık ara prosince prosinec decembrie δεκεμβρίου δεκ decembar " +
		"decembris decembrī detsember desembre joulukuuta gruodžio prosinca децембар декември ديسمبر δεκέμβριος דצמבר " +
		"בדצמבר ธันวาคม ธ.ค दिसंबर दिसम्बर ডিসেম্বর دجنبر דצמ",
}

var months = func() map[string]int {
	byName := map[string]int{}
	for i, names := range monthNames {
		for name := range strings.FieldsSeq(names) {
			byName[decompose.Replace(name)] = i + 1
		}
	}
	return byName
}()

// decompose replaces letters that Unicode has with and without a combining dot.
var decompose = strings.NewReplacer("\u09df", "\u09af\u09bc", "\u095e", "\u092b\u093c")

// monthByName returns 1 to 12, or 0 if the word isn't a month.
func monthByName(word []byte) int {
	const longest = 48 // bytes
	if len(word) < 3 || len(word) > longest {
		return 0
	}
	if !ascii.IsASCII(word) {
		return months[decompose.Replace(strings.ToLower(string(word)))]
	}
	var buf [longest]byte
	for i, c := range word {
		buf[i] = ascii.ToLower(c)
	}
	return months[string(buf[:len(word)])]
}
