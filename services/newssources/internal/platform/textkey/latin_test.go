package textkey

import "testing"

func TestLatin(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]string{
		"Вечерње новости":   "Večernje novosti",
		"Глас Шумадије":     "Glas Šumadije",
		"Жички ђаци и ћуп":  "Žički đaci i ćup",
		"Московский листок": "Moskovsky Listok",
		"Харківські вісті":  "Kharkivski visti",
		"Цех":               "Tsekh",
		"Ναξιώτικα Νέα":     "Naxiotika Nea",
		"Ազատ":              "Azat",
		"Народ":             "NAROD",
	} {
		if a, b := Latin(name), Latin(other); a != b {
			t.Errorf("%s is %q, %s is %q", name, a, other, b)
		}
	}
	for _, name := range []string{"高雄日報", "אב", "خبر"} {
		if got := Latin(name); got != name {
			t.Errorf("%s is %q", name, got)
		}
	}
}
