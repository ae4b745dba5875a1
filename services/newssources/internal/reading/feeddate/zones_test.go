package feeddate

import "testing"

func TestLoadZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "UTC", "Europe/Madrid", "America/Argentina/Buenos_Aires", "Etc/GMT+3"} {
		zone, err := LoadZone(name)
		if err != nil || name != "" && zone.String() != name {
			t.Errorf("%q: %v, %v", name, zone, err)
		}
	}
	for _, name := range []string{"Local", "localtime", "Europe", "Europe/Nowhere", "../etc/passwd", "/etc/localtime",
		"right/Europe/Madrid",
		"posix/Europe/Madrid", "Europe/Madrid\x00", "Europe/../Europe/Madrid", "+02:00"} {
		if zone, err := LoadZone(name); err == nil {
			t.Errorf("%q is %v", name, zone)
		}
	}
}
