package idle

import (
	"slices"
	"testing"
)

func TestCleanRegions(t *testing.T) {
	t.Parallel()
	const smaps = `00400000-01ada000 r-xp 00000000 08:01 42 /newssources
Size:              23400 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
01ada000-034cd000 r--p 016da000 08:01 42 /newssources
Anonymous:             0 kB
034cd000-03682000 rw-p 030cd000 08:01 42 /newssources
Anonymous:             0 kB
03682000-03700000 r--p 030cd000 08:01 42 /newssources
Anonymous:             8 kB
03700000-03800000 rw-p 00000000 00:00 0
Anonymous:             0 kB
03800000-03900000 r--s 00000000 08:01 42 /newssources
Anonymous:             0 kB
7f0000000000-7f0000001000 r-xp 00000000 08:01 43 /lib/other.so
Anonymous:             0 kB
7f0000001000-7f0000002000 r-xp 00000000 00:00 0                          [vdso]
Anonymous:             0 kB
`
	want := []region{{0x400000, 0x1ada000}, {0x1ada000, 0x34cd000}}
	if got := cleanRegions(smaps, "/newssources"); !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}
