package feeddate

import (
	"strings"
	"testing"
	"time"
)

// TestParse parses dates in the formats of the web; an empty result means no date. The default zone is New York: five hours behind UTC in
// winter, four in summer.
func TestParse(t *testing.T) {
	t.Parallel()
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ raw, want string }{
		// RFC 822 and its variants.
		{"Tue, 02 Jan 2024 15:04:05 +0000", "2024-01-02T15:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 GMT", "2024-01-02T15:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 Z", "2024-01-02T15:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 UT", "2024-01-02T15:04:05Z"},
		{"Tue, 2 Jan 2024 15:04 -0500", "2024-01-02T20:04:00Z"},
		{"2 Jan 24 15:04 EST", "2024-01-02T20:04:00Z"},
		{"Tuesday, 02-Jan-24 15:04:05 PST", "2024-01-02T23:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 +01:00", "2024-01-02T14:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 GMT+0100", "2024-01-02T14:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 UTC+2", "2024-01-02T13:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 +0100 (CET)", "2024-01-02T14:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 CEST", "2024-01-02T13:04:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 -0330", "2024-01-02T18:34:05Z"},
		{"Tue, 02 Jan 2024 15:04:05 IST", "2024-01-02T09:34:05Z"},
		{"Tue,02 Jan 2024 15:04:05GMT", "2024-01-02T15:04:05Z"},
		{"Wednesday, 02 Jan 2024 15:04:05 GMT", "2024-01-02T15:04:05Z"}, // it was a Tuesday
		{"Tue, 02 January 2024 15:04:05 GMT", "2024-01-02T15:04:05Z"},
		{"Tue, 02 Jan 2024 3:04:05 PM GMT", "2024-01-02T15:04:05Z"},
		{"Tue, 02 Jan 2024 24:00:00 GMT", "2024-01-03T00:00:00Z"},
		{"Sun, 31 Dec 2023 24:00 GMT", "2024-01-01T00:00:00Z"},
		{"Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"},
		{"Tue Jan  2 15:04:05 2024", "2024-01-02T20:04:05Z"},
		{"Tue Jan 02 15:04:05 -0700 2024", "2024-01-02T22:04:05Z"},
		{"Tue Jan 2 15:04:05 CET 2024", "2024-01-02T14:04:05Z"},
		{"02-Jan-2024", "2024-01-02T05:00:00Z"},
		// ISO 8601 and W3C.
		{"2024-01-02T15:04:05Z", "2024-01-02T15:04:05Z"},
		{"2024-01-02t15:04:05z", "2024-01-02T15:04:05Z"},
		{"2024-01-02T15:04:05.123456789+01:00", "2024-01-02T14:04:05.123456Z"},
		{"2024-01-02T15:04:05,5-02", "2024-01-02T17:04:05.5Z"},
		{"2024-01-02T15:04+0100", "2024-01-02T14:04:00Z"},
		{"2024-01-02T15:04.5Z", "2024-01-02T15:04:00.5Z"},
		{"2024-01-02T15:04:05.0000000000000000001Z", "2024-01-02T15:04:05Z"},
		{"2024-01-02 15:04:05 +0000 UTC", "2024-01-02T15:04:05Z"},
		{"2024-01-02 15:04:05", "2024-01-02T20:04:05Z"},
		{"2024-07-02 15:04:05", "2024-07-02T19:04:05Z"},
		{"2024-01-02", "2024-01-02T05:00:00Z"},
		{"2024-01-02+01:00", "2024-01-01T23:00:00Z"},
		{"2024-01-02-05:00", "2024-01-02T05:00:00Z"},
		{"2024-01", "2024-01-01T05:00:00Z"},
		{"2024", "2024-01-01T05:00:00Z"},
		{"2024-1-2 3:04", "2024-01-02T08:04:00Z"},
		{"20240102T150405Z", "2024-01-02T15:04:05Z"},
		{"20240102T1504+01", "2024-01-02T14:04:00Z"},
		{"20240102", "2024-01-02T05:00:00Z"},
		{"20240102150405", "2024-01-02T20:04:05Z"},
		{"2024-01-02T24:00:00Z", "2024-01-03T00:00:00Z"},
		{"2024-01-02T15:04:05 Europe/Berlin", "2024-01-02T14:04:05Z"},
		{"2024/01/02 15:04", "2024-01-02T20:04:00Z"},
		// Unix time.
		{"1704207845", "2024-01-02T15:04:05Z"},
		{"1704207845123", "2024-01-02T15:04:05.123Z"},
		// Written by people.
		{"January 2, 2024", "2024-01-02T05:00:00Z"},
		{"Jan. 2nd, 2024 at 3:04 p.m. EST", "2024-01-02T20:04:00Z"},
		{"Published: March 5, 2024, 12:05 a.m.", "2024-03-05T05:05:00Z"},
		{"02.01.2024, 15:04 Uhr", "2024-01-02T20:04:00Z"},
		{"2. Januar 2024 15:04 MEZ", "2024-01-02T14:04:00Z"},
		{"mardi 2 janvier 2024 à 15h04", "2024-01-02T20:04:00Z"},
		{"mar. 2 janv. 2024", "2024-01-02T05:00:00Z"},
		{"mar 5 mar 2024", "2024-03-05T05:00:00Z"},
		{"2 de enero de 2024", "2024-01-02T05:00:00Z"},
		{"Вт, 02 января 2024 15:04:05 +0300", "2024-01-02T12:04:05Z"},
		{"2024年1月2日 15:04", "2024-01-02T20:04:00Z"},
		{"2024. 1. 2.", "2024-01-02T05:00:00Z"},
		{"02/01/2024", "2024-01-02T05:00:00Z"},
		{"01/22/2024", "2024-01-22T05:00:00Z"},
		{"2-1-24", "2024-01-02T05:00:00Z"},
		{"January 2024", "2024-01-01T05:00:00Z"},
		// Languages that put the year first, or words around it.
		{"2024. szeptember 12. 10:15", "2024-09-12T14:15:00Z"},
		{"2024. gada 5. marts", "2024-03-05T05:00:00Z"},
		{"2024 m. lapkričio 12 d.", "2024-11-12T05:00:00Z"},
		{"2024. xyz 12.", ""}, // not December
		{"12 نوفمبر 2024", "2024-11-12T05:00:00Z"},
		{"12 февр. 2024 г. в 15:04", "2024-02-12T20:04:00Z"},
		{"torstai 12. marraskuuta 2024 klo 15.04", "2024-11-12T20:04:00Z"},
		{"2024年11月12日 下午3:04", "2024-11-12T20:04:00Z"},
		{"2024년 11월 12일 오후 3:04", "2024-11-12T20:04:00Z"},
		{"2024-11-12 上午12:30", "2024-11-12T05:30:00Z"},
		{"令和6年10月12日", "2024-10-12T04:00:00Z"},
		{"12/11/2567", "2024-11-12T05:00:00Z"}, // Buddhist calendar
		// Words that look like months next to a numeric date: a weekday in Spanish (Drupal), an author's name.
		{"mar, 12/11/2024 - 10:15", "2024-11-12T15:15:00Z"},
		{"Par Avril, 12.11.2024", "2024-11-12T05:00:00Z"},
		{"mar 2024-11-12", "2024-11-12T05:00:00Z"},
		{"21-22 July 2022", "2022-07-21T04:00:00Z"},
		// Full stops between hours and minutes.
		{"12.11.2024 kl. 15.04", "2024-11-12T20:04:00Z"},
		{"12.11.24 15.04", "2024-11-12T20:04:00Z"},
		{"12-Nov-2024 10.15 AM", "2024-11-12T15:15:00Z"},
		{"12.11.2024 15.04.05", "2024-11-12T20:04:05Z"},
		// Other scripts, digits and spaces.
		{"12 Νοεμβρίου 2024", "2024-11-12T05:00:00Z"},
		{"Τρίτη, 12 Νοέμβριος 2024", "2024-11-12T05:00:00Z"},
		{"12 Αύγ 2024", "2024-08-12T04:00:00Z"},
		{"12 בנובמבר 2024", "2024-11-12T05:00:00Z"},
		{"12 พฤศจิกายน 2567", "2024-11-12T05:00:00Z"},
		{"12 พ.ย. 2567 15:04 น.", "2024-11-12T20:04:00Z"},
		{"๑๒ พ.ย. ๒๕๖๗", "2024-11-12T05:00:00Z"},
		{"12 नवंबर 2024", "2024-11-12T05:00:00Z"},
		{"१२ फ़रवरी २०२४", "2024-02-12T05:00:00Z"},
		{"১২ নভেম্বর ২০২৪", "2024-11-12T05:00:00Z"},
		{"১২ ফেব্রুয়ারি ২০২৪, ১৫:০৪", "2024-02-12T20:04:00Z"},
		{"الثلاثاء 12 تشرين الثاني 2024", "2024-11-12T05:00:00Z"},
		{"12 كانون الثاني 2024", "2024-01-12T05:00:00Z"},
		{"١٢ نوفمبر ٢٠٢٤ ١٥:٠٤", "2024-11-12T20:04:00Z"},
		{"۱۲/۱۱/۲۰۲۴", "2024-11-12T05:00:00Z"},
		{"12\u00a0November\u00a02024", "2024-11-12T05:00:00Z"},
		{"12\u202fnov.\u202f2024", "2024-11-12T05:00:00Z"},
		{"\u200f12/11/2024\u200f", "2024-11-12T05:00:00Z"},
		// No dates.
		{"", ""}, {" \n", ""}, {"gestern", ""}, {"2 hours ago", ""}, {"0000-00-00 00:00:00", ""}, {"0001-01-01T00:00:00Z", ""},
		{"1970-01-01T00:00:00Z", ""}, {"0", ""}, {"31 Feb 2024", ""}, {"2024-13-01", ""}, {"2024-01-02T25:00:00Z", ""},
		{"2024-01-02T24:00:01Z", ""}, {"15:04", ""}, {"1234567", ""}, {"99999999999999999999999", ""}, {"Jan 2", ""}, {"\xff\xfe", ""},
	} {
		p := Parser{DefaultZone: newYork}
		got := ""
		if d, ok := p.Parse([]byte(c.raw)); ok {
			got = d.Time.Format(time.RFC3339Nano)
		}
		if got != c.want {
			t.Errorf("%q is %q, want %q", c.raw, got, c.want)
		}
	}
}

func TestParseOrder(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Order{
		"3/4/2025": Ambiguous, "03-04-2025": Ambiguous, "13/4/2025": DayFirst, "4/13/2025": MonthFirst, "4/4/2025": NoOrder,
		"3.4.2025": NoOrder, "2025-03-04": NoOrder, "3 April 2025": NoOrder, "2025/3/4": NoOrder,
	} {
		p := Parser{DefaultZone: time.UTC}
		d, ok := p.Parse([]byte(text))
		if !ok || d.Order != want {
			t.Errorf("%s: order %d, want %d", text, d.Order, want)
		}
		if want == Ambiguous && (d.Time.Month() != time.April || d.Swapped.Month() != time.March) {
			t.Errorf("%s: %s or %s", text, d.Time, d.Swapped)
		}
	}
}

func TestZoneAbbreviationsFollowTheLanguage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{"zh": "07:04", "zh-TW": "07:04", "en-US": "21:04", "": "21:04", "es-CU": "20:04"} {
		p := Parser{DefaultZone: time.UTC, Language: language}
		d, ok := p.Parse([]byte("Tue, 02 Jan 2024 15:04:05 CST"))
		if !ok || d.Time.Format("15:04") != want {
			t.Errorf("%q: %s, want %s", language, d.Time, want)
		}
	}
}

func TestMonthNames(t *testing.T) {
	t.Parallel()
	for name, month := range map[string]int{"mai": 5, "März": 3, "févr": 2, "sept": 9, "декабря": 12, "mrt": 3, "monday": 0, "at": 0} {
		if got := monthByName([]byte(name)); got != month {
			t.Errorf("%s is %d", name, got)
		}
	}
	known := map[string]int{}
	for i, names := range monthNames {
		for name := range strings.FieldsSeq(names) {
			if month, twice := known[name]; twice {
				t.Errorf("%s is in the months %d and %d", name, month, i+1)
			}
			known[name] = i + 1
			if monthByName([]byte(name)) != i+1 {
				t.Errorf("%s is never found", name)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"Tue, 02 Jan 2024 15:04:05 +0100 (CET)", "2024-01-02T15:04:05.123+01:00", "20240102T150405Z", "1704207845123",
		"mar. 2 janv. 2024 à 15h04", "02.01.2024, 15:04 Uhr", "Jan. 2nd, 2024 at 3:04 p.m. EST", "2024-01-02 15:04 Europe/Berlin",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := Parser{DefaultZone: time.UTC}
		d, ok := p.Parse([]byte(text))
		if ok && (d.Time.Year() < 1899 || d.Time.Year() > 10_000 || d.Time.Location() != time.UTC || d.Time.Nanosecond()%1000 != 0) {
			t.Fatalf("date %s", d.Time)
		}
	})
}
