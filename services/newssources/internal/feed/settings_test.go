package feed

import "testing"

func TestCanonicalCharset(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"latin1": "windows-1252", " ISO-8859-15 ": "iso-8859-15", "UTF8": "utf-8", "cp1251": "windows-1251", "sjis": "shift_jis",
		"": "", "utf-9": "", "replacement": "", "hz-gb-2312": "", "x-user-defined": "", "\x00": "",
	} {
		if got, ok := CanonicalCharset(name); got != want && ok || ok != (want != "") {
			t.Errorf("%q is %q, %t; want %q", name, got, ok, want)
		}
	}
}

func TestZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "UTC", "Europe/Madrid", "America/Argentina/Buenos_Aires", "Etc/GMT+3"} {
		zone, err := Zone(name)
		if err != nil || name != "" && zone.String() != name {
			t.Errorf("%q: %v, %v", name, zone, err)
		}
	}
	for _, name := range []string{"Local", "localtime", "Europe", "Europe/Nowhere", "../etc/passwd", "/etc/localtime", "right/Europe/Madrid",
		"posix/Europe/Madrid", "Europe/Madrid\x00", "Europe/../Europe/Madrid", "+02:00"} {
		if zone, err := Zone(name); err == nil {
			t.Errorf("%q is %v", name, zone)
		}
	}
}
