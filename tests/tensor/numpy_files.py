"""Checks files that the test has written with NumPy, and writes files for it. Argument: the folder."""
import sys
import numpy as np

folder = sys.argv[1] + "/"
ours = np.load(folder + "ours.npz")
assert sorted(ours.files) == ["matrix", "scalar", "turned", "\u00fc"], ours.files
assert ours["matrix"].dtype == np.dtype("<f8") and ours["matrix"].tolist() == [[1.5, -2, 3], [4, 5, 6]]
assert ours["turned"].dtype == np.dtype("<i2") and ours["turned"].tolist() == [[1, 3], [2, 4]]
assert ours["scalar"].shape == () and ours["scalar"] == 7 and ours["scalar"].dtype == np.dtype("u1")
assert ours["\u00fc"].dtype == np.dtype("<f4") and ours["\u00fc"].tolist() == [0.5, 8]
assert np.load(folder + "ours.npy").tolist() == [[1, 3], [2, 4]]

arrays = {}
for dtype in ("b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"):
    n = 2 if dtype == "b1" else 6
    arrays[dtype] = np.arange(n).astype(dtype).reshape((2, n // 2))
arrays["fortran"] = np.asfortranarray(np.arange(24, dtype="<i4").reshape((2, 3, 4)))
arrays["none"] = np.zeros((0, 3))
np.savez(folder + "theirs.npz", **arrays)
