package tablefile

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
)

// TestShortListsInLatinEncodings reads the first 3 to 20 rows of lists, once with national domains and once with the
// names of the country and the language.
func TestShortListsInLatinEncodings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ encoding, domain, country, language, names string }{
		{"windows-1250", "pl", "Polska", "polski",
			"Gazeta Wyborcza, Dziennik Łódzki, Głos Wielkopolski, Życie Warszawy, Słowo Polskie, " +
				"Gazeta Współczesna, Głos Szczeciński, Dziennik Bałtycki, Gazeta Pomorska, Tygodnik Śląski"},
		{"iso-8859-2", "pl", "Polska", "polski",
			"Gazeta Śląska, Dziennik Łódzki, Głos Wielkopolski, Życie Częstochowy, Źródło"},
		{"windows-1250", "hu", "Magyarország", "magyar",
			"Magyar Nemzet, Népszava, Győri Hírlap, Hajdú-bihari Napló, Délmagyarország, Kisalföld, " +
				"Petőfi Népe, Somogyi Hírlap, Űrvilág, Jövő"},
		{"windows-1250", "cz", "Česko", "čeština",
			"Mladá fronta, Lidové noviny, Právo, Hospodářské noviny, Deník, Plzeňský deník, " +
				"Žďárský deník, Týden, Šumavský zpravodaj, Třebíčské noviny"},
		{"windows-1250", "sk", "Slovensko", "slovenčina",
			"Denník N, Pravda, Korzár, Nový Čas, Východniar, Ľudové noviny"},
		{"windows-1250", "ro", "România", "română",
			"Adevărul, România liberă, Gândul, Evenimentul zilei, Ziarul de Iaşi, Jurnalul Naţional"},
		{"windows-1250", "hr", "Hrvatska", "hrvatski",
			"Večernji list, Jutarnji list, Slobodna Dalmacija, Međimurje, Zadarski tjednik, Glas Šibenika"},
		{"windows-1254", "tr", "Türkiye", "Türkçe",
			"Hürriyet, Milliyet, Sözcü, Yeni Şafak, Akşam, Güneş, Birgün, Yeniçağ, Aydınlık, Iğdır"},
		{"windows-1257", "lv", "Latvija", "latviešu",
			"Latvijas Avīze, Diena, Rīgas balss, Zemgales Ziņas, Kurzemes Vārds, Neatkarīgā"},
		{"windows-1257", "lt", "Lietuva", "lietuvių",
			"Lietuvos rytas, Kauno diena, Šiaulių kraštas, Žemaičių žinios, Ūkininko laikraštis"},
		{"windows-1253", "gr", "Ελλάδα", "ελληνικά",
			"Τα Νέα, Η Καθημερινή, Το Βήμα, Ελευθεροτυπία, Έθνος"},
		{"windows-1252", "ee", "Eesti", "eesti",
			"Postimees, Õhtuleht, Põhjarannik, Järva Teataja, Sõnumitooja"},
		{"windows-1252", "de", "Österreich", "deutsch",
			"Münchner Bote, Kölner Kurier, Süddeutsche, Märkische, Straßenblatt"},
		{"windows-1252", "fr", "Côte d’Ivoire", "français",
			"Le Courrier d’Œuvre, La République, L’Écho, Le Corrèze, Nord Éclair, Sœurs"},
		{"windows-1252", "es", "España", "español",
			"El País, Diario de León, La Opinión, El Periódico, ¿Qué?, Ibañez, La 1ª"},
		{"windows-1252", "pt", "Portugal", "português",
			"Público, Diário de Notícias, Correio da Manhã, Açoriano, Edições, Nações"},
		{"windows-1252", "is", "Ísland", "íslenska",
			"Morgunblaðið, Fréttablaðið, Vísir, Þjóðviljinn, Dagblaðið, Austurglugginn"},
		{"windows-1252", "se", "Sverige", "svenska",
			"Göteborgs-Posten, Skånska Dagbladet, Östgöta, Västerbotten, Ærø Avis"},
		{"windows-1252", "example", "Europe", "",
			"Süddeutsche, El País, Le Corrèze, L’Équipe, Público, Edições, « Août »"},
	} {
		names := strings.Split(c.names, ", ")
		encoding, err := htmlindex.Get(c.encoding)
		if err != nil {
			t.Fatal(err)
		}
		for n := 3; n <= len(names); n++ {
			for _, domain := range []string{c.domain, "example"} {
				text := "Name;Homepage;Country;Language\n"
				for i, name := range names[:n] {
					country, language := c.country, c.language
					if domain != "example" {
						country, language = "", ""
					}
					text += fmt.Sprintf("%s;https://paper%d.%s/;%s;%s\n", name, i, domain, country, language)
				}
				got, err := Read(t.Context(), "list.csv", encode(t, encoding, text))
				if err != nil {
					t.Fatal(err)
				}
				for i, name := range names[:n] {
					if got.Rows[i+1].Cells[0] != name {
						t.Errorf("%s .%s, %d names, read as %s: %q becomes %q", c.encoding, domain, n, got.Encoding, name,
							got.Rows[i+1].Cells[0])
						break
					}
				}
			}
		}
	}
}
